import { Injectable } from '@nestjs/common';
import { type FindOptionsWhere, In, Not } from 'typeorm';
import type { Page, PageRequest } from '../../kernel/pagination.js';
import { COMMITTED_AT, type RowUpdate } from '../../kernel/row-changes.js';
import { Database } from '../../platform/database/database.js';
import type { AccountId } from '../../ledger/index.js';
import { tableOf } from '../../platform/database/table.js';
import { readRowPage } from '../../platform/database/read-row-page.js';
import { type SuspenseFilter, type SuspensePayment, SuspensePayments, type SuspenseStatus } from './suspense.js';
import { DepositPaymentRow, NamedPayments } from './payments.store.js';
import { formatNaira, type Kobo, kobo } from '../../kernel/money.js';
import { Contributes } from '../../kernel/registry.js';
import {
  OpenRecords,
  type RecordSummary,
  type SearchableRecord,
  StaffRecords,
  type RecordReference,
} from '../../kernel/records.js';
import { countRows, idsAmong, newestRows, oldestRows, rowsById } from '../../platform/database/open-rows.js';
import { exactText, fromExactText } from '../../kernel/exact-text.js';
import { type KeyedLog, type MoneyState, UnsettledMoneySource } from '../system-logs/index.js';
import { REVERSAL_LOG } from './incoming-payments.js';
import { ClosingObstacleSource } from '../accounts/index.js';
import { SuspenseDebts } from '../settlements/index.js';

const TABLE = tableOf(DepositPaymentRow);

const OPEN_IN_SUSPENSE = { orderId: '', settlementId: '', reversalId: '' };
/** Money that is nobody's, or owed. */
export const OPEN_PAYMENTS = [OPEN_IN_SUSPENSE, { debt: 'owed' as const }];

@Injectable()
export class TypeormSuspensePayments extends SuspensePayments {
  constructor(private readonly database: Database) {
    super();
  }

  async find(id: string): Promise<SuspensePayment | undefined> {
    const row = await this.database.repository(DepositPaymentRow).findOneBy(conditionsOf({ id }));
    return row ? toSuspensePayment(row) : undefined;
  }

  assignment(paymentId: string, journalId: string, userId: string): RowUpdate {
    const settled = { settlement: 'assigned', settlementId: journalId, assignedTo: userId, settledAt: COMMITTED_AT } as const;
    return TABLE.update({ id: paymentId, ...OPEN_IN_SUSPENSE }, settled);
  }

  giveBack(paymentId: string, journalId: string, from: AccountId): RowUpdate {
    const settled = { settlement: 'returned', settlementId: journalId, returnedFrom: from, settledAt: COMMITTED_AT } as const;
    return TABLE.update({ id: paymentId, ...OPEN_IN_SUSPENSE }, settled);
  }

  debtSettlement({ id, debtId }: SuspensePayment, debt: 'recovered' | 'written_off'): RowUpdate {
    return TABLE.update({ id, debt: 'owed', debtId }, { debt, settledAt: COMMITTED_AT });
  }

  async debtsInSuspense(limit: number): Promise<SuspensePayment[]> {
    const where = { debt: 'owed' as const, debtId: '' };
    const rows = await this.database.repository(DepositPaymentRow).find({ where, order: { createdAt: 'ASC' }, take: limit });
    return rows.map(toSuspensePayment);
  }

  debtMove({ id }: SuspensePayment, journalId: string): RowUpdate {
    return TABLE.update({ id, debt: 'owed', debtId: '' }, { debtId: journalId });
  }

  async list(filter: SuspenseFilter, page: PageRequest): Promise<Page<SuspensePayment>> {
    const { items, next } = await readRowPage(this.database.repository(DepositPaymentRow), conditionsOf(filter), page);
    return { items: items.map(toSuspensePayment), next };
  }
}

function conditionsOf({ id, isOpen }: SuspenseFilter): FindOptionsWhere<DepositPaymentRow>[] {
  const named = id === undefined ? {} : { id };
  const unmatched = { ...named, orderId: '' };
  if (isOpen === undefined) return [unmatched, { ...named, debt: Not('') }];
  if (isOpen) return OPEN_PAYMENTS.map((open) => ({ ...named, ...open }));
  return [
    { ...unmatched, settlementId: Not(''), debt: '' },
    { ...unmatched, reversalId: Not(''), debt: '' },
    { ...named, debt: In(['recovered', 'written_off']) },
  ];
}

export function toSuspensePayment(row: DepositPaymentRow): SuspensePayment {
  const { id, provider, transactionId, accountNumber, narration, sessionId, amountKobo, reason } = row;
  const { debtorId, debtId, settledAt, createdAt } = row;
  return {
    id,
    provider,
    transactionId,
    accountNumber,
    payer: { name: row.payerName, bank: row.payerBank, account: row.payerAccount },
    narration,
    sessionId,
    amountKobo,
    reason,
    status: statusOf(row),
    debtorId,
    debtId,
    settledAt: settledAt ?? undefined,
    createdAt,
  };
}

function statusOf({ settlement, reversalId, debt }: DepositPaymentRow): SuspenseStatus {
  if (debt !== '') return debt;
  if (reversalId !== '') return 'reversed';
  return settlement === '' ? 'open' : settlement;
}

/** Payments that match no deposit order, and those that somebody owes. */
@Injectable()
@Contributes(StaffRecords)
export class TypeormOpenSuspense extends OpenRecords {
  override readonly kind = 'suspense';
  override readonly permission = 'userControl.transaction';

  constructor(
    private readonly database: Database,
    private readonly payments: NamedPayments,
  ) {
    super();
  }

  override async find(text: string, limit: number): Promise<RecordSummary[]> {
    const page = { before: undefined, size: limit };
    const [named, { items }] = await Promise.all([
      this.payments.find(text, limit),
      readRowPage(this.rows, { accountNumber: text }, page),
    ]);
    const byId = new Map([...named, ...items].filter(isException).map((row) => [row.id, row]));
    return [...byId.values()].slice(0, limit).map(summaryOf);
  }

  /** Payers are known here alone: of a payment to an order, its order is found. */
  override async recent(since: number, limit: number): Promise<SearchableRecord[]> {
    const conditions = [{ orderId: '' }, { debt: 'owed' as const }];
    const rows = await Promise.all(conditions.map((where) => newestRows(this.rows, since, limit, where)));
    return rows
      .flat()
      .toSorted((one, other) => other.createdAt - one.createdAt)
      .map((row) => ({ ...summaryOf(row), words: `${row.transactionId} ${row.narration} ${row.payerBank}` }));
  }

  override countOpen(limit: number): Promise<number> {
    return countRows(this.rows, OPEN_PAYMENTS, limit);
  }

  override async listOpen(limit: number, after?: number): Promise<RecordSummary[]> {
    return (await oldestRows(this.rows, OPEN_PAYMENTS, limit, after)).map(summaryOf);
  }

  override openAmong(ids: readonly string[]): Promise<ReadonlySet<string>> {
    return idsAmong(this.rows, OPEN_PAYMENTS, ids);
  }

  override async named(ids: readonly string[]): Promise<RecordSummary[]> {
    return (await rowsById(this.rows, ids)).map(summaryOf);
  }

  private get rows() {
    return this.database.repository(DepositPaymentRow);
  }
}

function isException({ orderId, debt }: DepositPaymentRow): boolean {
  return orderId === '' || debt !== '';
}

function summaryOf(row: DepositPaymentRow): RecordSummary {
  const { id, payer, amountKobo, accountNumber, reason, status, debtorId, createdAt } = toSuspensePayment(row);
  const title = `${formatNaira(amountKobo)} from ${payer.name || 'an unnamed payer'}`;
  return {
    id,
    title,
    detail: reason === '' ? accountNumber : `${accountNumber}: ${reason}`,
    status,
    userId: debtorId || row.assignedTo,
    createdAt,
  };
}

const SUSPENSE_LOG = /^deposit:([^:]+):(.+)$/s;

/** Logs of payments in suspense, by provider and transaction, and of reversed ones that somebody owes. */
@Injectable()
@Contributes(UnsettledMoneySource)
export class TypeormSuspenseLogs extends UnsettledMoneySource {
  override readonly prefix = 'deposit:';

  constructor(private readonly database: Database) {
    super();
  }

  override async statesOf(logs: readonly KeyedLog[]): Promise<ReadonlyMap<string, MoneyState>> {
    const keys = logs.map(({ key }) => key);
    const [reversed, suspended] = await Promise.all([
      this.reversed(keys.filter((key) => key.startsWith(REVERSAL_LOG))),
      this.suspended(keys.filter((key) => !key.startsWith(REVERSAL_LOG))),
    ]);
    return new Map([...reversed, ...suspended]);
  }

  override async keyOf({ kind, id }: RecordReference): Promise<string | undefined> {
    const payment = kind === 'suspense' ? await this.payments.findOneBy({ id }) : undefined;
    if (!payment) return undefined;
    const { provider, transactionId, debt } = payment;
    return debt === '' ? `deposit:${provider}:${exactText(transactionId)}` : `${REVERSAL_LOG}${id}`;
  }

  /** A reversal that nobody owes anything of is for somebody to read. */
  private async reversed(keys: readonly string[]): Promise<[string, MoneyState][]> {
    if (keys.length === 0) return [];
    const payments = await this.payments.findBy({ id: In(keys.map((key) => key.slice(REVERSAL_LOG.length))) });
    return payments
      .filter(({ debt }) => debt !== '')
      .map(({ id, debt }) => [`${REVERSAL_LOG}${id}`, debt === 'owed' ? 'queued' : 'settled']);
  }

  private async suspended(keys: readonly string[]): Promise<[string, MoneyState][]> {
    const named = keys.flatMap((key) => {
      const [, provider, transactionId] = SUSPENSE_LOG.exec(key) ?? [];
      return provider === undefined || transactionId === undefined ? [] : [{ provider, transactionId }];
    });
    const providers = [...new Set(named.map(({ provider }) => provider))];
    const found = await Promise.all(
      providers.map((provider) => {
        const ids = named.filter((each) => each.provider === provider).map((each) => fromExactText(each.transactionId));
        return this.payments.findBy({ provider, transactionId: In(ids), orderId: '' });
      }),
    );
    return found.flat().map((payment) => [`deposit:${payment.provider}:${exactText(payment.transactionId)}`, stateOf(payment)]);
  }

  private get payments() {
    return this.database.repository(DepositPaymentRow);
  }
}

function stateOf({ settlementId, reversalId }: DepositPaymentRow): MoneyState {
  return settlementId === '' && reversalId === '' ? 'queued' : 'settled';
}

/** Who owes what a reversed payment brought has an account until that is recovered or written off. */
@Injectable()
@Contributes(ClosingObstacleSource)
export class TypeormOwedDebts extends ClosingObstacleSource {
  readonly obstacle = 'debt';

  constructor(private readonly database: Database) {
    super();
  }

  exists(userId: string): Promise<boolean> {
    return this.database.repository(DepositPaymentRow).existsBy({ debt: 'owed', debtorId: userId });
  }
}

/** From the reversal until the debt moved to its own account, or ended. */
const BORNE_BY_SUSPENSE = `SELECT COALESCE(SUM(payment.amount_kobo), 0) AS kobo FROM deposit_payment payment
  JOIN journal reversal ON reversal.id = payment.reversal_id LEFT JOIN journal move ON move.id = payment.debt_id
  WHERE payment.debt IN ('owed', 'recovered', 'written_off') AND payment.debt_id <> payment.reversal_id
    AND reversal.recorded < ? AND COALESCE(move.recorded, payment.settled_at, ?) >= ?`;

@Injectable()
@Contributes(SuspenseDebts)
export class TypeormSuspenseDebts extends SuspenseDebts {
  constructor(private readonly database: Database) {
    super();
  }

  async before(end: number): Promise<Kobo> {
    const [row] = await this.database.rows<{ kobo: number | string }>(BORNE_BY_SUSPENSE, [end, end, end]);
    return kobo(Number(row!.kobo));
  }
}
