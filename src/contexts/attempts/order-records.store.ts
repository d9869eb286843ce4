import { type FindOptionsSelect, type FindOptionsWhere, In, IsNull } from 'typeorm';
import type { Clock } from '../../kernel/clock.js';
import type { RecordReference, TimelineEntry } from '../../kernel/records.js';
import type { Database } from '../../platform/database/database.js';
import type { SqlGauges } from '../../platform/database/sql-gauges.js';
import { ProviderFigureSource, type ProviderFigures } from '../providers/index.js';
import { type KeyedLog, type MoneyState, UnsettledMoneySource } from '../system-logs/index.js';
import { AttemptHistory, type AttemptNoun, type AttemptRecord, type AttemptTimeline, type OrderAttempts } from './attempts.js';
import type { AnswerColumns, AttemptColumns, OrderColumns, OrderTables } from './orders.store.js';
import { contribution } from '../../kernel/registry.js';

/** Orders that staff have to end: nobody asks the provider any more. */
export const UNDECIDED = [{ status: 'pending' as const, nextQueryAt: IsNull() }];

/** Ids of the orders that have this reference, ours or the provider's, in any attempt. */
export async function idsByReference(
  database: Database,
  { attempt, answer, orderId }: OrderTables,
  reference: string,
  take?: number,
): Promise<string[]> {
  const select = { [orderId]: true } as FindOptionsSelect<AttemptColumns & AnswerColumns>;
  const limit = take === undefined ? {} : { take };
  const [ours, theirs] = await Promise.all([
    database.repository(attempt).find({ select, where: { reference }, ...limit }),
    database.repository(answer).find({ select, where: { providerReference: reference }, ...limit }),
  ]);
  return [...new Set([...ours, ...theirs].map((row) => orderOf(row, orderId)))];
}

function orderOf(row: AttemptColumns | AnswerColumns, orderId: OrderTables['orderId']): string {
  return (row as Partial<Record<typeof orderId, string>>)[orderId]!;
}

/** Attempts of these orders, with the provider's answers to each. */
export async function attemptRecords(
  database: Database,
  { attempt, answer, orderId }: OrderTables,
  ids: readonly string[],
): Promise<(id: string) => OrderAttempts> {
  const where = { [orderId]: In([...ids]) } as FindOptionsWhere<AttemptColumns & AnswerColumns>;
  const [attempts, answers] = await Promise.all([
    database.repository(attempt).find({ where, order: { number: 'ASC' } }),
    database.repository(answer).find({ where, order: { createdAt: 'ASC', id: 'ASC' } }),
  ]);
  return (id) => {
    const made = attempts.filter((row) => orderOf(row, orderId) === id);
    const given = (to: AttemptColumns | undefined) => answers.filter(({ attemptId }) => attemptId === to?.id);
    const latest = made.at(-1);
    return {
      provider: latest?.provider ?? '',
      providerReference: given(latest).findLast(({ providerReference }) => providerReference !== '')?.providerReference ?? '',
      answers: made.flatMap((each) => recordsOf(each, given(each))),
    };
  };
}

function recordsOf(attempt: AttemptColumns, answers: readonly AnswerColumns[]): AttemptRecord[] {
  const { provider, reference, rawCode, rawMessage, createdAt, state } = attempt;
  if (answers.length === 0) return [{ provider, reference, outcome: state, code: rawCode, message: rawMessage, createdAt }];
  return answers.map((answer) => {
    const { outcome, code, message } = answer;
    return { provider, reference, outcome, code, message, createdAt: answer.createdAt };
  });
}

const TAKE = 100;

/** The events of an order. @param verb what providers are asked to do */
export function orderTimeline<O extends OrderColumns>(
  noun: AttemptNoun,
  verb: string,
  tables: OrderTables<O>,
  whatOf: (order: O) => string,
) {
  const entries = async (id: string, database: Database, timeline: AttemptTimeline): Promise<TimelineEntry[]> => {
    const order = await database.repository<OrderColumns>(tables.order).findOneBy({ id });
    if (!order) return [];
    const where = { [tables.orderId]: id } as FindOptionsWhere<AttemptColumns & AnswerColumns>;
    const options = { where, order: { createdAt: 'ASC' }, take: TAKE } as const;
    const [attempts, answers] = await Promise.all([
      database.repository<AttemptColumns>(tables.attempt).find(options),
      database.repository(tables.answer).find(options),
    ]);
    const { userId, createdAt, settledAt } = order;
    return timeline.entriesOf({ id, userId, what: whatOf(order as O), verb, createdAt, settledAt, attempts, answers });
  };
  return { name: `${noun}s`, entries };
}

interface NamedProviders {
  readonly all: readonly { readonly name: string }[];
}

export class AttemptFigures extends ProviderFigureSource {
  constructor(
    readonly kind: ProviderFigureSource['kind'],
    private readonly noun: AttemptNoun,
    private readonly providers: NamedProviders,
    private readonly history: AttemptHistory,
  ) {
    super();
  }

  get names(): readonly string[] {
    return this.providers.all.map(({ name }) => name);
  }

  figures(): Promise<ReadonlyMap<string, ProviderFigures>> {
    return this.history.figures(this.noun, this.names);
  }
}

/** Logs of undecided orders: the money is held until one is settled. */
export function undecidedLogs(noun: AttemptNoun, prefix: string, row: new () => OrderColumns, database: Database) {
  const statesOf = async (logs: readonly KeyedLog[]): Promise<ReadonlyMap<string, MoneyState>> => {
    const ids = logs.map(({ key }) => key.slice(prefix.length));
    const select = { id: true, status: true, nextQueryAt: true } as const;
    const orders = await database.repository(row).find({ select, where: { id: In(ids) } });
    return new Map(orders.map((order) => [`${prefix}${order.id}`, stateOf(order)]));
  };
  const keyOf = async ({ kind, id }: RecordReference) => (kind === noun ? `${prefix}${id}` : undefined);
  return contribution(UnsettledMoneySource, { prefix, statesOf, keyOf });
}

/** One that is still asked about does not wait among the undecided. */
function stateOf({ status, nextQueryAt }: Pick<OrderColumns, 'status' | 'nextQueryAt'>): MoneyState {
  if (status !== 'pending') return 'settled';
  return nextQueryAt === null ? 'queued' : 'open';
}

const STATE = "CASE WHEN next_query_at IS NULL THEN 'left_to_staff' ELSE 'asked' END";

/** Pending orders that providers are asked about, by the index of due orders. Orders left to staff are in the system logs. */
export function askedByProvider(noun: AttemptNoun, value: string): string {
  return `SELECT attempt.provider AS label, ${value} AS value FROM ${noun}
    JOIN ${noun}_attempt attempt ON attempt.${noun}_id = ${noun}.id AND attempt.reference = ${noun}.reference
    WHERE ${noun}.next_query_at > 0 AND ${noun}.status = 'pending' GROUP BY attempt.provider`;
}

export function addOrderGauges(gauges: SqlGauges, noun: AttemptNoun, clock: Clock): void {
  const asked = `Pending ${noun}s that providers are asked about`;
  gauges.add('provider', `harmattan_undecided_${noun}s`, asked, askedByProvider(noun, 'COUNT(*)'));
  const open = `Pending ${noun}s by state: the provider is asked about them, or they are left to staff`;
  const pending = `FROM ${noun} WHERE status = 'pending' GROUP BY ${STATE}`;
  gauges.add('state', `harmattan_open_${noun}s`, open, `SELECT ${STATE} AS label, COUNT(*) AS value ${pending}`);
  const oldest = `SELECT ${STATE} AS label, (? - MIN(recorded)) / 1000.0 AS value ${pending}`;
  gauges.add('state', `harmattan_open_${noun}_age_seconds`, 'Age of the oldest of them', oldest, () => clock.now());
}
