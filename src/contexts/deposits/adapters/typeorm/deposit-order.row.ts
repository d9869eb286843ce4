import { Entity, Index } from 'typeorm';
import type { Kobo } from '../../../../kernel/money.js';
import {
  CountColumn,
  ExactTextColumn,
  IdColumn,
  KoboColumn,
  PrimaryIdColumn,
  TextColumn,
  TimeColumn,
} from '../../../../platform/database/columns.js';
import type { DepositStatus } from '../../domain/deposit-order.js';

@Entity('deposit_order')
@Index('deposit_order_slot', ['userId', 'slot'], { unique: true })
@Index('deposit_order_user', ['userId', 'createdAt'])
@Index('deposit_order_recorded', ['createdAt'])
@Index('deposit_order_status', ['status', 'createdAt'])
@Index('deposit_order_end', ['status', 'expiresAt', 'id'])
@Index('deposit_order_query', ['nextQueryAt', 'id'])
@Index('deposit_order_number', ['accountNumber', 'userId'])
@Index('deposit_order_account', ['provider', 'accountNumber', 'createdAt'])
export class DepositOrderRow {
  @PrimaryIdColumn() id: string;
  @IdColumn('user_id') userId: string;
  @IdColumn('provider') provider: string;
  @KoboColumn('amount_kobo') amountKobo: Kobo;
  @TextColumn('status', 16) status: DepositStatus;
  /** A pending order's number among its user's; null afterwards. */
  @CountColumn('slot', { nullable: true }) slot: number | null;
  @ExactTextColumn('account_number', 32) accountNumber: string;
  @TextColumn('account_name') accountName: string;
  @TextColumn('bank_name') bankName: string;
  @TimeColumn('expires_at') expiresAt: number;
  /** Of all its payments, reversed ones too. */
  @KoboColumn('received_kobo', { default: 0 }) receivedKobo: Kobo;
  /** Null: nothing to ask any more. */
  @TimeColumn('next_query_at', { nullable: true }) nextQueryAt: number | null;
  @CountColumn('queries', { default: 0 }) queries: number;
  @TimeColumn('recorded') createdAt: number;
}
