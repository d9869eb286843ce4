import { Entity, Index, In } from 'typeorm';
import { type Kobo, kobo, formatNaira } from '../../kernel/money.js';
import {
  ExactTextColumn,
  IdColumn,
  KoboColumn,
  PrimaryIdColumn,
  TextColumn,
  TimeColumn,
} from '../../platform/database/columns.js';
import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { readRowPage } from '../../platform/database/read-row-page.js';
import { DepositProviders } from './deposit-provider.js';
import { exactText } from '../../kernel/exact-text.js';
import { COMMITTED_AT, type RowInsert, type RowUpdate } from '../../kernel/row-changes.js';
import { tableOf } from '../../platform/database/table.js';
import { type BookedPayment, DepositPayments, type NewDepositPayment, type PaymentCost } from './credits.js';
import { Contributes } from '../../kernel/registry.js';
import { type RecordSummary, type SearchableRecord, StaffRecords } from '../../kernel/records.js';
import { newestRows, rowsById } from '../../platform/database/open-rows.js';
import { DepositOrderRow } from './orders.store.js';

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
  /** Left by a reversal that no wallet or payment in suspense bore. */
  @TextColumn('debt', 16, { default: '' }) debt: '' | 'owed' | 'recovered' | 'written_off';
  /** Who owes it; empty where staff had returned the payment to its payer. */
  @IdColumn('debtor_id', { default: '' }) debtorId: string;
  /** The journal that debited the debt to its account: the reversal, or a later one; empty where suspense bears it, as it did in versions before. */
  @IdColumn('debt_id', { default: '' }) debtId: string;
  @TimeColumn('settled_at', { nullable: true }) settledAt: number | null;
  @TimeColumn('recorded') createdAt: number;
}

/** Payments by their id or by a name that a provider has for them. */
@Injectable()
export class NamedPayments {
  constructor(
    private readonly database: Database,
    private readonly providers: DepositProviders,
  ) {}

  async find(name: string, limit: number): Promise<readonly DepositPaymentRow[]> {
    // Both indexes begin with the provider.
    const provider = In(this.providers.all().map((each) => each.name));
    const conditions = [{ id: name }, { provider, transactionId: name }, { provider, providerReference: name }];
    const page = { before: undefined, size: limit };
    return (await readRowPage(this.database.repository(DepositPaymentRow), conditions, page)).items;
  }
}

const TABLE = tableOf(DepositPaymentRow);
const LONGEST_TEXT = 255;

@Injectable()
export class TypeormDepositPayments extends DepositPayments {
  constructor(private readonly database: Database) {
    super();
  }

  record(payment: NewDepositPayment): RowInsert {
    const { id, provider, transactionId, providerReference, accountNumber, amountKobo, costKobo, payer } = payment;
    return TABLE.insert({
      id,
      provider,
      transactionId,
      providerReference,
      orderId: payment.orderId ?? '',
      accountNumber,
      amountKobo,
      costKobo,
      payerName: payer.name.slice(0, LONGEST_TEXT),
      payerBank: payer.bank.slice(0, LONGEST_TEXT),
      payerAccount: payer.account.slice(0, 40),
      narration: payment.narration.slice(0, LONGEST_TEXT),
      sessionId: payment.sessionId.slice(0, 100),
      reason: payment.reason.slice(0, LONGEST_TEXT),
      receivedAt: payment.receivedAt ?? 0,
      createdAt: COMMITTED_AT,
    });
  }

  reversal({ id, orderId, settlementId }: BookedPayment, journalId: string, debtorId: string | undefined): RowUpdate {
    const leavesSuspense = orderId === '' && settlementId === '';
    const debt = debtorId === undefined ? {} : { debt: 'owed' as const, debtorId, debtId: journalId, settledAt: null };
    return TABLE.update(
      { id, reversalId: '', settlementId },
      { reversalId: journalId, ...(leavesSuspense ? { settledAt: COMMITTED_AT } : {}), ...debt },
    );
  }

  async bookedKobo(provider: string, providerReference: string): Promise<Kobo> {
    const sql = 'SELECT COALESCE(SUM(amount_kobo), 0) AS kobo FROM deposit_payment WHERE provider = ? AND provider_reference = ?';
    const rows = await this.database.rows<{ kobo: number | string }>(sql, [provider, exactText(providerReference)]);
    return kobo(Number(rows[0]?.kobo ?? 0));
  }

  costsOf(provider: string, providerReference: string): Promise<PaymentCost[]> {
    return this.rows.find({
      select: { id: true, orderId: true, amountKobo: true, costKobo: true, lateCostKobo: true, lateCostId: true },
      where: { provider, providerReference },
      order: { id: 'ASC' },
    });
  }

  laterCost(paymentId: string, journalId: string, costKobo: Kobo): RowUpdate {
    return TABLE.update({ id: paymentId, lateCostId: '' }, { lateCostId: journalId, lateCostKobo: costKobo });
  }

  listUnreversed(provider: string, providerReference: string): Promise<BookedPayment[]> {
    return this.rows.find({
      select: {
        id: true,
        provider: true,
        transactionId: true,
        orderId: true,
        amountKobo: true,
        settlementId: true,
        assignedTo: true,
      },
      where: { provider, providerReference, reversalId: '' },
      order: { id: 'ASC' },
    });
  }

  private get rows() {
    return this.database.repository(DepositPaymentRow);
  }
}

/** Deposit orders, also by a payment that they received. */
@Injectable()
@Contributes(StaffRecords)
export class TypeormFoundDeposits extends StaffRecords {
  override readonly kind = 'deposit';
  override readonly permission = 'userControl.transaction';

  constructor(
    private readonly database: Database,
    private readonly payments: NamedPayments,
  ) {
    super();
  }

  override async find(text: string, limit: number): Promise<RecordSummary[]> {
    const paid = (await this.payments.find(text, limit)).map(({ orderId }) => orderId).filter((id) => id !== '');
    const conditions = [{ id: In([text, ...paid]) }, { accountNumber: text }];
    const { items } = await readRowPage(this.database.repository(DepositOrderRow), conditions, {
      before: undefined,
      size: limit,
    });
    return items.map(summaryOf);
  }

  override async named(ids: readonly string[]): Promise<RecordSummary[]> {
    return (await rowsById(this.database.repository(DepositOrderRow), ids)).map(summaryOf);
  }

  override async recent(since: number, limit: number): Promise<SearchableRecord[]> {
    const rows = await newestRows(this.database.repository(DepositOrderRow), since, limit);
    return rows.map((row) => ({ ...summaryOf(row), words: row.id }));
  }
}

/** An order of 20,000 that 10,000 came for says both. */
function summaryOf({ id, amountKobo, receivedKobo, ...order }: DepositOrderRow): RecordSummary {
  const { bankName, accountNumber, status, userId, createdAt } = order;
  const received = receivedKobo === amountKobo || receivedKobo === 0 ? '' : `, ${formatNaira(receivedKobo)} received`;
  return {
    id,
    title: `Deposit of ${formatNaira(amountKobo)}${received}`,
    detail: `${bankName} ${accountNumber}`.trim(),
    status,
    userId,
    createdAt,
  };
}
