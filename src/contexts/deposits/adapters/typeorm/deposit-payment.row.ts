import { Entity, Index } from 'typeorm';
import type { Kobo } from '../../../../kernel/money.js';
import {
  ExactTextColumn,
  IdColumn,
  KoboColumn,
  PrimaryIdColumn,
  TextColumn,
  TimeColumn,
} from '../../../../platform/database/columns.js';

/** The id is that of its journal. */
@Entity('deposit_payment')
@Index('deposit_payment_transaction', ['provider', 'transactionId'], { unique: true })
@Index('deposit_payment_order', ['orderId'])
export class DepositPaymentRow {
  @PrimaryIdColumn() id: string;
  @IdColumn('provider') provider: string;
  @ExactTextColumn('transaction_id', 100) transactionId: string;
  /** Empty where it matches no order. */
  @IdColumn('order_id') orderId: string;
  @ExactTextColumn('account_number', 32) accountNumber: string;
  @KoboColumn('amount_kobo') amountKobo: Kobo;
  @TextColumn('payer_name') payerName: string;
  @TimeColumn('recorded') createdAt: number;
}
