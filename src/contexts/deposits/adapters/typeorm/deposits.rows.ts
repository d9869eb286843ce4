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
import { RowSeal, Unsealed } from '../../../../platform/crypto/row-seal.js';
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
@RowSeal<DepositOrderRow>('orderSeal', ['userId', 'provider', 'accountNumber', 'accountName', 'bankName', 'expiresAt'])
@Unsealed<DepositOrderRow>({
  amountKobo: 'is only what was announced; what arrives is credited',
  status: 'does not decide who is credited',
  slot: 'only limits how many orders are open',
  receivedKobo: 'is compared with the journals by the verification',
  costKobo: 'is compared with the journals by the verification',
  nextQueryAt: 'only says when the provider is asked',
  queries: 'only says when the provider is asked',
  createdAt: 'orders the orders of one account, whose ends are sealed',
})
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
  /** Sum of all payments, reversed ones too. */
  @KoboColumn('received_kobo', { default: 0 }) receivedKobo: Kobo;
  /** Sum of what the provider kept of them. */
  @KoboColumn('cost_kobo', { default: 0 }) costKobo: Kobo;
  /** Null: nothing to ask any more. */
  @TimeColumn('next_query_at', { nullable: true }) nextQueryAt: number | null;
  @CountColumn('queries', { default: 0 }) queries: number;
  @TimeColumn('recorded') createdAt: number;
  @TextColumn('order_seal', 64, { nullable: true }) orderSeal: string | null;
}

/** The id is that of its journal. */
@Entity('deposit_payment')
@Index('deposit_payment_transaction', ['provider', 'transactionId'], { unique: true })
@Index('deposit_payment_order', ['orderId'])
@Index('deposit_payment_suspense', ['orderId', 'createdAt'])
@Index('deposit_payment_reference', ['provider', 'providerReference'])
@Index('deposit_payment_received', ['provider', 'receivedAt'])
@Index('deposit_payment_account', ['accountNumber', 'createdAt'])
@Index('deposit_payment_recorded', ['provider', 'createdAt'])
@Index('deposit_payment_debt', ['debt', 'createdAt'])
export class DepositPaymentRow {
  @PrimaryIdColumn() id: string;
  @IdColumn('provider') provider: string;
  @ExactTextColumn('transaction_id', 100) transactionId: string;
  /** Empty where it matches no order. */
  @IdColumn('order_id') orderId: string;
  @ExactTextColumn('account_number', 32) accountNumber: string;
  @KoboColumn('amount_kobo') amountKobo: Kobo;
  @TextColumn('payer_name') payerName: string;
  @ExactTextColumn('provider_reference', 100, { default: '' }) providerReference: string;
  @TextColumn('payer_bank', 255, { default: '' }) payerBank: string;
  /** Masked. */
  @TextColumn('payer_account', 40, { default: '' }) payerAccount: string;
  @TextColumn('narration', 255, { default: '' }) narration: string;
  @TextColumn('session_id', 100, { default: '' }) sessionId: string;
  @TextColumn('reason', 255, { default: '' }) reason: string;
  /** As the provider says; zero where it does not. */
  @TimeColumn('received_at', { default: 0 }) receivedAt: number;
  /** What the provider kept, in the journal of the payment. */
  @KoboColumn('cost_kobo', { default: 0 }) costKobo: Kobo;
  /** What it told later, in a journal of its own; empty where there is none. */
  @KoboColumn('late_cost_kobo', { default: 0 }) lateCostKobo: Kobo;
  @IdColumn('late_cost_id', { default: '' }) lateCostId: string;
  @IdColumn('reversal_id', { default: '' }) reversalId: string;
  @TextColumn('settlement', 16, { default: '' }) settlement: '' | 'assigned' | 'returned';
  /** The journal of that; empty where there is none. */
  @IdColumn('settlement_id', { default: '' }) settlementId: string;
  @IdColumn('assigned_to', { default: '' }) assignedTo: string;
  /** Account that what was returned left; empty also where the books had no such accounts. */
  @TextColumn('returned_from', 64, { default: '' }) returnedFrom: string;
  /** Left by a reversal that no wallet or suspense payment bore. */
  @TextColumn('debt', 16, { default: '' }) debt: '' | 'owed' | 'recovered' | 'written_off';
  /** Who owes it; empty where staff had returned the payment to its payer. */
  @IdColumn('debtor_id', { default: '' }) debtorId: string;
  @TimeColumn('settled_at', { nullable: true }) settledAt: number | null;
  @TimeColumn('recorded') createdAt: number;
}
