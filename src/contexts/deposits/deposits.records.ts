import { Injectable } from '@nestjs/common';
import { DAY_MS, Clock } from '../../kernel/clock.js';
import { exactText, fromExactText } from '../../kernel/exact-text.js';
import { kobo, formatNaira } from '../../kernel/money.js';
import { Database } from '../../platform/database/database.js';
import { placeholders } from '../../platform/database/placeholders.js';
import type { BookedAmount, ListedTransaction, Period, RecordedTransaction } from '../../kernel/provider-transactions.js';
import { Contributes } from '../../kernel/registry.js';
import { ProviderRecords, medianSeconds, type ProviderFigures, ProviderFigureSource } from '../providers/index.js';
import { depositClearing, journalEntries, Journals } from '../../ledger/index.js';
import { CollectPayments } from './incoming-payments.js';
import { DepositProviders } from './deposit-provider.js';
import { type RecordKind, type RecordReference, type TimelineEntry, TimelineSource } from '../../kernel/records.js';
import { MailEntries } from '../notifications/index.js';
import { WebhookEntries } from '../webhooks/index.js';
import { DepositOrderRow } from './orders.store.js';
import { DepositPaymentRow } from './payments.store.js';

const PAID_AGAIN_MS = 30 * DAY_MS;

const PORTION = 500;
const PAYMENT = `SELECT id, provider_reference AS providerReference, transaction_id AS transactionId, session_id AS sessionId,
    order_id AS orderId, amount_kobo AS amountKobo, cost_kobo AS costKobo, late_cost_kobo AS lateCostKobo, reversal_id AS reversalId, received_at AS receivedAt, recorded
  FROM deposit_payment`;
/** A payment's time is what the provider says, else that of the credit. */
const TIMES = { received: 'provider = ? AND received_at', credited: 'provider = ? AND received_at = 0 AND recorded' } as const;

type Amount = number | string;

interface PaymentLine {
  readonly id: string;
  readonly providerReference: string;
  readonly transactionId: string;
  readonly sessionId: string;
  readonly orderId: string;
  readonly amountKobo: Amount;
  readonly costKobo: Amount;
  readonly lateCostKobo: Amount;
  readonly reversalId: string;
  readonly receivedAt: Amount;
  readonly recorded: Amount;
}

/** Payments, by the transaction of the provider that they belong to. */
@Injectable()
@Contributes(ProviderRecords)
export class DepositRecords extends ProviderRecords {
  readonly kind = 'deposit';

  constructor(
    private readonly providers: DepositProviders,
    private readonly collectPayments: CollectPayments,
    private readonly database: Database,
  ) {
    super();
  }

  get names(): readonly string[] {
    return this.providers.all().map(({ name }) => name);
  }

  bookingAccount(provider: string): string {
    return depositClearing(provider);
  }

  clearingAccount(provider: string): string {
    return depositClearing(provider);
  }

  /** An account lives for hours, but people save its number and pay into it again. */
  async wasUsed(provider: string, { from, to }: Period): Promise<boolean> {
    const sql = 'SELECT id FROM deposit_order WHERE recorded >= ? AND recorded < ? AND provider = ? LIMIT 1';
    return (await this.database.rows(sql, [from - PAID_AGAIN_MS, to, provider])).length > 0;
  }

  async *within(provider: string, period: Period): AsyncIterable<RecordedTransaction[]> {
    for (const time of [TIMES.received, TIMES.credited])
      for await (const payments of this.payments(time, provider, period)) {
        const named = payments.filter(({ providerReference }) => providerReference !== '');
        const references = [...new Set(named.map(({ providerReference }) => providerReference))];
        const whole = await this.linesWhere(provider, 'provider_reference', references);
        yield transactionsOf([...whole, ...payments.filter(({ providerReference }) => providerReference === '')]);
      }
  }

  async *booked(provider: string, period: Period): AsyncIterable<BookedAmount[]> {
    for await (const payments of this.payments('provider = ? AND recorded', provider, period))
      yield payments.map((payment) => ({
        journal: payment.id,
        reference: nameOf(payment),
        amountKobo: kobo(Number(payment.costKobo) - Number(payment.amountKobo)),
      }));
  }

  async named(provider: string, names: readonly string[]): Promise<RecordedTransaction[]> {
    const [byReference, byTransaction, byOrder] = await Promise.all([
      this.linesWhere(provider, 'provider_reference', names),
      this.linesWhere(provider, 'transaction_id', names),
      this.linesWhere(provider, 'order_id', names),
    ]);
    const found = [...byReference, ...byTransaction, ...byOrder];
    const references = [...new Set(found.map(({ providerReference }) => providerReference))].filter((name) => name !== '');
    const whole = await this.linesWhere(provider, 'provider_reference', references);
    return transactionsOf([...whole, ...found.filter(({ providerReference }) => providerReference === '')]);
  }

  list(provider: string, period: Period): AsyncIterable<readonly ListedTransaction[]> | undefined {
    return this.providers.find(provider)?.transactions(period);
  }

  /** None of them states one by its interface. */
  balance(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  /** By each of its names, because a settlement file may have ours only. */
  async collect(name: string, { reference, transactionId }: ListedTransaction): Promise<'collected' | 'nothing' | 'unknown'> {
    const provider = this.providers.find(name);
    if (!provider) return 'nothing';
    let isUnknown = false;
    for (const question of [{ transactionId: reference }, { reference }, { transactionId }]) {
      if (Object.values(question)[0] === '') continue;
      const answer = await this.collectPayments.execute(provider, question);
      if (answer === 'paid') return 'collected';
      if (answer === 'unknown') isUnknown = true;
    }
    return isUnknown ? 'unknown' : 'nothing';
  }

  private async *payments(time: string, provider: string, { from, to }: Period): AsyncIterable<PaymentLine[]> {
    const column = time.split(' ').at(-1)!;
    const order = `ORDER BY ${column}, id LIMIT ${PORTION}`;
    const first = `${PAYMENT} WHERE ${time} >= ? AND ${column} < ? ${order}`;
    const next = `${PAYMENT} WHERE ${time} >= ? AND ${column} < ? AND (${column} > ? OR id > ?) ${order}`;
    let lines = await this.rows(first, [provider, from, to]);
    while (lines.length > 0) {
      yield lines;
      const { id, receivedAt, recorded } = lines.at(-1)!;
      const at = Number(column === 'recorded' ? recorded : receivedAt);
      lines = lines.length < PORTION ? [] : await this.rows(next, [provider, at, to, at, id]);
    }
  }

  private linesWhere(provider: string, column: string, values: readonly string[]): Promise<PaymentLine[]> {
    if (values.length === 0) return Promise.resolve([]);
    const sql = `${PAYMENT} WHERE provider = ? AND ${column} IN (${placeholders(values)})`;
    return this.rows(sql, [provider, ...values.map(exactText)]);
  }

  private async rows(sql: string, values: readonly (string | number)[]): Promise<PaymentLine[]> {
    const rows = await this.database.rowsOnce<PaymentLine>(sql, values);
    return rows.map((row) => ({
      ...row,
      providerReference: fromExactText(row.providerReference),
      transactionId: fromExactText(row.transactionId),
    }));
  }
}

function nameOf({ providerReference, transactionId }: PaymentLine): string {
  return providerReference === '' ? transactionId : providerReference;
}

function transactionsOf(payments: readonly PaymentLine[]): RecordedTransaction[] {
  const byName = new Map<string, Map<string, PaymentLine>>();
  for (const payment of payments) {
    const name = nameOf(payment);
    byName.set(name, (byName.get(name) ?? new Map<string, PaymentLine>()).set(payment.id, payment));
  }
  return [...byName].map(([reference, lines]) => transactionOf(reference, [...lines.values()]));
}

function transactionOf(reference: string, payments: readonly PaymentLine[]): RecordedTransaction {
  const kept = payments.filter(({ reversalId }) => reversalId === '');
  const counted = kept.length > 0 ? kept : payments;
  const names = payments.flatMap(({ orderId, transactionId, sessionId }) => [orderId, transactionId, sessionId]);
  return {
    reference,
    otherNames: [...new Set(names)].filter((name) => name !== '' && name !== reference),
    amountKobo: kobo(counted.reduce((sum, { amountKobo }) => sum + Number(amountKobo), 0)),
    status: kept.length > 0 ? 'completed' : 'reversed',
    at: Math.max(...payments.map(({ receivedAt, recorded }) => Number(receivedAt) || Number(recorded))),
    reversedAt: undefined,
    feeKobo: kobo(counted.reduce((sum, { costKobo, lateCostKobo }) => sum + Number(costKobo) + Number(lateCostKobo), 0)),
  };
}

const OPENED = `SELECT provider, COUNT(*) AS total, SUM(CASE WHEN account_number = '' THEN 0 ELSE 1 END) AS opened
  FROM deposit_order WHERE recorded >= ? GROUP BY provider`;
/** From the payment, where the provider says its time, to the credit; in tenths of a second. */
const CREDITED = `SELECT provider, (recorded - received_at) - (recorded - received_at) % 100 AS took, COUNT(*) AS total
  FROM deposit_payment WHERE order_id <> '' AND received_at > 0 AND recorded >= received_at AND received_at >= ?
    AND order_id IN (SELECT id FROM deposit_order WHERE recorded >= ?)
  GROUP BY provider, took`;
const PENDING = "SELECT provider, COUNT(*) AS total FROM deposit_order WHERE status = 'pending' GROUP BY provider";

type Counted = Readonly<Record<'total' | 'opened' | 'took', number | string>> & { readonly provider: string };

/** What succeeds is the opening of an account; what is undecided are orders that wait for money. */
@Injectable()
@Contributes(ProviderFigureSource)
export class DepositProviderFigures extends ProviderFigureSource {
  readonly kind = 'deposit';

  constructor(
    private readonly providers: DepositProviders,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {
    super();
  }

  get names(): readonly string[] {
    return this.providers.all().map(({ name }) => name);
  }

  async figures(): Promise<ReadonlyMap<string, ProviderFigures>> {
    const since = this.clock.now() - DAY_MS;
    const opened = await this.database.rows<Counted>(OPENED, [since]);
    const credited = await this.database.rows<Counted>(CREDITED, [since, since]);
    const pending = await this.database.rows<Counted>(PENDING);
    return new Map(
      this.names.map((name) => {
        const accounts = opened.find(({ provider }) => provider === name);
        return [
          name,
          {
            successRate: accounts && Number(accounts.opened) / Number(accounts.total),
            medianSeconds: medianSeconds(credited.filter(({ provider }) => provider === name)),
            undecided: Number(pending.find(({ provider }) => provider === name)?.total ?? 0),
          },
        ];
      }),
    );
  }
}

const TAKE = 50;

/** Orders, the payments that came for them or for nobody, what the ledger did, and who was told. */
@Injectable()
@Contributes(TimelineSource)
export class DepositTimeline extends TimelineSource {
  override readonly name = 'deposits';
  override readonly kinds: readonly RecordKind[] = ['deposit', 'suspense'];

  constructor(
    private readonly database: Database,
    private readonly journals: Journals,
    private readonly mails: MailEntries,
    private readonly webhooks: WebhookEntries,
  ) {
    super();
  }

  override async entriesOf({ kind, id }: RecordReference): Promise<TimelineEntry[]> {
    const order = kind === 'deposit' ? await this.database.repository(DepositOrderRow).findOneBy({ id }) : null;
    const where = kind === 'deposit' ? { orderId: id } : { id };
    const payments = await this.database.repository(DepositPaymentRow).find({ where, order: { createdAt: 'ASC' }, take: TAKE });
    const ids = payments.flatMap((payment) => [payment.id, payment.settlementId, payment.reversalId, payment.lateCostId]);
    const causes = ids.filter((each) => each !== '');
    const [journals, ...told] = await Promise.all([
      this.journals.find(causes),
      this.mails.entriesOf(causes),
      this.webhooks.entriesOf(causes),
    ]);
    return [...(order ? orderEntries(order) : []), ...payments.map(paymentEntry), ...journalEntries(journals), ...told.flat()];
  }
}

function orderEntries(order: DepositOrderRow): TimelineEntry[] {
  const { amountKobo, bankName, accountNumber, status, expiresAt, userId, createdAt } = order;
  const ordered: TimelineEntry = {
    at: createdAt,
    part: 'user',
    what: `A deposit of ${formatNaira(amountKobo)} was ordered`,
    detail: `${bankName} ${accountNumber}`.trim(),
    userId,
  };
  if (status !== 'expired') return [ordered];
  return [ordered, { at: expiresAt, part: 'provider', what: 'The time to pay ended', detail: '', userId: '' }];
}

function paymentEntry(payment: DepositPaymentRow): TimelineEntry {
  const { provider, amountKobo, payerName, payerBank, narration, reason, transactionId, receivedAt, createdAt } = payment;
  const said = [payerBank, narration && `“${narration}”`, `transaction ${transactionId}`, reason.replaceAll('_', ' ')];
  return {
    // Where the provider does not say when, it is when we heard of it.
    at: receivedAt === 0 ? createdAt : receivedAt,
    part: 'provider',
    what: `${provider} received ${formatNaira(amountKobo)} from ${payerName || 'an unnamed payer'}`,
    detail: said.filter((text) => text !== '').join(' · '),
    userId: '',
  };
}
