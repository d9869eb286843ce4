import { Entity, Index, PrimaryColumn } from 'typeorm';
import { RowSeal, Unsealed } from '../../../../platform/crypto/row-seal.js';
import { PrimaryIdColumn, TextColumn, TimeColumn } from '../../../../platform/database/columns.js';

/** An account as a provider calls it. */
@Entity('payout_recipient')
@RowSeal<PayoutRecipientRow>('recipientSeal', ['recipient'])
@Unsealed<PayoutRecipientRow>({ createdAt: 'is only shown' })
@Index('payout_recipient_recipient', ['provider', 'recipient'], { unique: true })
export class PayoutRecipientRow {
  @PrimaryIdColumn('provider') provider: string;
  /** The provider's own. */
  @PrimaryColumn({ name: 'bank_code', type: 'varchar', length: 16 }) bankCode: string;
  @PrimaryColumn({ name: 'account', type: 'varchar', length: 10 }) account: string;
  @TextColumn('recipient', 99) recipient: string;
  @TimeColumn('recorded') createdAt: number;
  @TextColumn('recipient_seal', 64, { nullable: true }) recipientSeal: string | null;
}
