import type { FindOptionsWhere } from 'typeorm';
import type { Clock } from '../../kernel/clock.js';
import { newId } from '../../kernel/ids.js';
import { outcomeName, type Raw } from '../../kernel/provider-outcome.js';
import { COMMITTED_AT, type RowInsert, type RowUpdate } from '../../kernel/row-changes.js';
import type { Database } from '../../platform/database/database.js';
import { type RowValues, type Table, tableOf } from '../../platform/database/table.js';
import {
  type AttemptAnswer,
  type AttemptState,
  AttemptStore,
  type DueOrder,
  type OrderKind,
  type Postponement,
} from './attempts.js';
import { type Attempted, type AttemptStatus, type ProviderCall, redacted } from './verdict.js';

/** Columns that the tables of every kind of order have. */
export interface OrderColumns {
  id: string;
  userId: string;
  status: AttemptStatus;
  reference: string;
  responseCode: string;
  responseMessage: string;
  queries: number;
  nextQueryAt: number | null;
  createdAt: number;
  settledAt: number | null;
}

export interface AttemptColumns {
  id: string;
  number: number;
  provider: string;
  reference: string;
  state: string;
  rawCode: string;
  rawMessage: string;
  createdAt: number;
}

export interface AnswerColumns {
  id: string;
  attemptId: string;
  call: ProviderCall;
  outcome: string;
  code: string;
  message: string;
  httpStatus: number | null;
  providerReference: string;
  createdAt: number;
}

export interface OrderTables<O extends OrderColumns = OrderColumns, A extends AttemptColumns = AttemptColumns> {
  readonly order: new () => O;
  readonly attempt: new () => A;
  readonly answer: new () => AnswerColumns;
  /** Property by which attempts and answers name their order. */
  readonly orderId: 'purchaseId' | 'payoutId';
}

type Named = Attempted & { readonly [Property in OrderTables['orderId']]?: string };

/** Common parts of the stores of purchases and payouts. The ledger writes their rows that move money. */
export abstract class TypeormOrders<
  S extends { readonly attempt: Named },
  O extends OrderColumns,
  A extends AttemptColumns,
> extends AttemptStore<S & AttemptState> {
  private readonly orderTable: Table<OrderColumns>;
  private readonly attemptTable: Table<AttemptColumns>;
  private readonly answerTable: Table<AnswerColumns>;

  constructor(
    protected readonly database: Database,
    protected readonly clock: Clock,
    private readonly kind: OrderKind<S>,
    private readonly tables: OrderTables<O, A>,
  ) {
    super();
    this.orderTable = tableOf<OrderColumns>(tables.order);
    this.attemptTable = tableOf<AttemptColumns>(tables.attempt);
    this.answerTable = tableOf(tables.answer);
  }

  protected abstract stateOf(order: O, attempt: A): S;
  protected abstract attemptRow(attempt: S['attempt']): RowInsert;

  unchanged(state: S): RowUpdate {
    const { reference } = state.attempt;
    return this.orderTable.update({ ...this.keyOf(state), status: this.kind.orderOf(state).status }, { reference });
  }

  /** Stale where the order was settled or rerouted while the provider answered. */
  protected settledAs(state: S, status: AttemptStatus, raw: Raw, more: RowValues<O>): RowUpdate[] {
    const { code, message } = rawValues(raw);
    const key = { ...this.keyOf(state), status: status === 'reversed' ? 'completed' : 'pending' } as const;
    const ended = { status, responseCode: code, responseMessage: message, nextQueryAt: null, settledAt: COMMITTED_AT } as const;
    return [this.orderTable.update(key, { ...ended, ...more })];
  }

  rerouted(state: S, raw: Raw, next: S['attempt'], changes: RowValues<O>): { inserts: RowInsert[]; updates: RowUpdate[] } {
    const { code, message } = rawValues(raw);
    const key = { ...this.keyOf(state), status: 'pending' } as const;
    return {
      inserts: [this.attemptRow(next)],
      updates: [
        this.orderTable.update(key, { reference: next.reference, queries: 0, ...changes }),
        this.attemptTable.update({ id: state.attempt.id }, { state: 'failed', rawCode: code, rawMessage: message }),
      ],
    };
  }

  answered(attempt: S['attempt'], answer: AttemptAnswer): RowInsert[] {
    return [this.answerTable.insert({ ...this.answerValues(attempt, answer), createdAt: COMMITTED_AT })];
  }

  async keepAnswer(attempt: S['attempt'], answer: AttemptAnswer): Promise<void> {
    const values = { ...this.answerValues(attempt, answer), createdAt: this.clock.now() };
    await this.answerTable.insertNew(this.database, [values]);
  }

  async postpone(state: S, { raw, queries, nextQueryAt }: Postponement): Promise<void> {
    const { code, message } = rawValues(raw);
    // No effect on an order that was settled or rerouted meanwhile.
    await this.orders.update(
      { ...this.keyOf(state), status: 'pending' },
      { responseCode: code, responseMessage: message, queries, nextQueryAt: nextQueryAt ?? null },
    );
  }

  isAnswered(attempt: S['attempt']): Promise<boolean> {
    return this.answers.existsBy({ ...this.ofOrder(this.orderIdOf(attempt)), attemptId: attempt.id });
  }

  async notFoundAt(attempt: S['attempt']): Promise<number[]> {
    const where = {
      ...this.ofOrder(this.orderIdOf(attempt)),
      attemptId: attempt.id,
      outcome: 'not_found',
      call: 'query',
    } as const;
    return (await this.answers.findBy(where)).map(({ createdAt }) => createdAt);
  }

  async find(id: string): Promise<S | undefined> {
    const [order, attempt] = await Promise.all([
      this.orders.findOneBy({ id }),
      this.attempts.findOne({ where: this.ofOrder(id), order: { number: 'DESC' } }),
    ]);
    return order && attempt ? this.stateOf(order as O, attempt as A) : undefined;
  }

  async providersTried(id: string): Promise<ReadonlySet<string>> {
    return new Set((await this.attempts.findBy(this.ofOrder(id))).map(({ provider }) => provider));
  }

  async findByReference(provider: string, reference: string): Promise<S | undefined> {
    const attempt = await this.attempts.findOneBy({ provider, reference });
    // MySQL ignores trailing spaces.
    return attempt?.reference === reference ? this.find(this.orderIdOf(attempt)) : undefined;
  }

  listDue(now: number, limit: number, after?: DueOrder): Promise<DueOrder[]> {
    const { id, nextQueryAt } = after ?? { id: '', nextQueryAt: 0 };
    return this.database.rows<DueOrder>(
      `SELECT id, next_query_at AS nextQueryAt FROM ${this.orderTable.name}
       WHERE next_query_at BETWEEN ? AND ? AND (next_query_at > ? OR id > ?) ORDER BY next_query_at, id LIMIT ${limit}`,
      [nextQueryAt, now, nextQueryAt, id],
    );
  }

  /** The order while this attempt is its latest. */
  private keyOf(state: S) {
    return { id: this.kind.orderOf(state).id, reference: state.attempt.reference };
  }

  private orderIdOf(attempt: Named): string {
    return attempt[this.tables.orderId]!;
  }

  private ofOrder(id: string) {
    return { [this.tables.orderId]: id } as FindOptionsWhere<AttemptColumns & AnswerColumns>;
  }

  private answerValues(attempt: S['attempt'], { call, outcome }: AttemptAnswer): RowValues<AnswerColumns> {
    const { code, message } = rawValues(outcome.raw);
    return {
      id: newId(),
      [this.tables.orderId]: this.orderIdOf(attempt),
      attemptId: attempt.id,
      call,
      outcome: outcomeName(outcome),
      code,
      message: redacted(message),
      httpStatus: outcome.raw.httpStatus ?? null,
      providerReference: cut('providerReference' in outcome ? (outcome.providerReference ?? '') : '', 99),
    };
  }

  private get orders() {
    return this.database.repository<OrderColumns>(this.tables.order);
  }

  private get attempts() {
    return this.database.repository<AttemptColumns>(this.tables.attempt);
  }

  private get answers() {
    return this.database.repository(this.tables.answer);
  }
}

/** Truncated to the columns. */
function rawValues({ code, message }: Raw): { code: string; message: string } {
  return { code: cut(code, 64), message: cut(message) };
}

/** @param length of the column */
export function cut(text: string, length = 255): string {
  return text.slice(0, length);
}
