import { Entity, Index } from 'typeorm';
import {
  CountColumn,
  ExactTextColumn,
  IdColumn,
  PrimaryIdColumn,
  TextColumn,
  TimeColumn,
} from '../../../../platform/database/columns.js';
import { RowSeal, Unsealed } from '../../../../platform/crypto/row-seal.js';
import type { PayeeKind } from '../../domain/payee.js';

@Entity('payee')
@Index('payee_receiver', ['receiverId'])
@Index('payee_identity', ['userId', 'identity'], { unique: true })
@RowSeal<PayeeRow>('payeeSeal', [
  'userId',
  'identity',
  'kind',
  'label',
  'name',
  'bankCode',
  'account',
  'receiverId',
  'email',
  'billerId',
  'itemId',
  'customerId',
])
@Unsealed<PayeeRow>({
  changedName: 'is compared with what the bank tells before each payment, and confirmed by the owner',
  used: 'is only counted',
  usedAt: 'only orders the list',
  createdAt: 'is only shown',
})
export class PayeeRow {
  @PrimaryIdColumn() id: string;
  @IdColumn('user_id') userId: string;
  /** What it leads to. */
  @ExactTextColumn('identity', 255) identity: string;
  @TextColumn('kind', 8) kind: PayeeKind;
  @TextColumn('label', 64) label: string;
  @TextColumn('name', 255) name: string;
  @TextColumn('bank_code', 48) bankCode: string;
  @TextColumn('account', 16) account: string;
  @IdColumn('receiver_id') receiverId: string;
  @TextColumn('email', 254) email: string;
  @TextColumn('biller_id', 64) billerId: string;
  @TextColumn('item_id', 96) itemId: string;
  @TextColumn('customer_id', 64) customerId: string;
  @TextColumn('changed_name', 160) changedName: string;
  @CountColumn('used') used: number;
  @TimeColumn('used_at') usedAt: number;
  @TimeColumn('recorded') createdAt: number;
  @TextColumn('payee_seal', 64, { nullable: true }) payeeSeal: string | null;
}

@Entity('paid_account')
export class PaidAccountRow {
  @PrimaryIdColumn('user_id') userId: string;
  @TextColumn('bank_code', 48, { primary: true }) bankCode: string;
  @TextColumn('account', 16, { primary: true }) account: string;
  @TimeColumn('recorded') createdAt: number;
}
