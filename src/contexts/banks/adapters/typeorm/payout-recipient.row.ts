import { Entity, Index, PrimaryColumn } from 'typeorm';
import { PrimaryIdColumn, TextColumn, TimeColumn } from '../../../../platform/database/columns.js';

/** An account as a provider calls it. */
@Entity('payout_recipient')
@Index('payout_recipient_recipient', ['provider', 'recipient'], { unique: true })
export class PayoutRecipientRow {
  @PrimaryIdColumn('provider') provider: string;
  /** The provider's own. */
  @PrimaryColumn({ name: 'bank_code', type: 'varchar', length: 16 }) bankCode: string;
  @PrimaryColumn({ name: 'account', type: 'varchar', length: 10 }) account: string;
  @TextColumn('recipient', 99) recipient: string;
  @TimeColumn('recorded') createdAt: number;
}
