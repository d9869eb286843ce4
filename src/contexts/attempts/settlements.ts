import { Replayed, systemRequest } from '../../kernel/caller.js';
import { formatNaira, type Kobo } from '../../kernel/money.js';
import type { Raw } from '../../kernel/provider-outcome.js';
import type { CounterIncrement, RowInsert, RowUpdate } from '../../kernel/row-changes.js';
import type { Journal, Ledger, LedgerChange } from '../../ledger/index.js';
import { Injectable } from '@nestjs/common';
import { Users } from '../sign-in/index.js';
import { SystemLogs } from '../system-logs/index.js';
import type { AttemptNoun, AttemptState, AttemptStore, OrderKind } from './attempts.js';
import type { AttemptStatus } from './verdict.js';

export type AttemptEnd = Exclude<AttemptStatus, 'pending'>;

/** `stale`: the order has changed since it was read. */
export type Advanced<S> = S | Replayed | 'stale';

/** How an order ends: the journal that names its hold, and the rows that are committed with it. */
export interface Ending<S> {
  readonly state: S;
  readonly status: AttemptEnd;
  /** The provider's own code and message. */
  readonly raw: Raw;
  readonly journal: Journal;
  readonly updates: readonly RowUpdate[];
  readonly increments?: readonly CounterIncrement[];
  /** The order after its end, beside status and answer. */
  settled(state: S, endedAt: number): S;
}

/** Ends orders, each at most once in each way. */
export class Settlements<S extends AttemptState> {
  /** @param returns name of the command that gives back what was completed */
  constructor(
    private readonly kind: OrderKind<S>,
    private readonly returns: string,
    private readonly ledger: Ledger,
    private readonly closedAccountLog: ClosedAccountLog,
  ) {}

  /** Stale where the order has changed since its state was read. */
  async changeOf(
    { state, status, journal, updates, increments = [] }: Ending<S>,
    answers: readonly RowInsert[],
  ): Promise<LedgerChange> {
    const { id, userId } = this.kind.orderOf(state);
    const isBack = status !== 'completed';
    const closed = isBack ? await this.closedAccountLog.rows(this.kind.noun, id, userId, this.kind.paidKoboOf(state)) : [];
    return { journal, inserts: [...answers, ...closed], updates, increments };
  }

  async commit(ending: Ending<S>, answers: readonly RowInsert[]): Promise<Advanced<S>> {
    const { state, status, raw } = ending;
    const { noun } = this.kind;
    const committed = await this.ledger.commit({
      // Completing and refunding share one key, so that only one of them can happen.
      idempotencyKey: systemRequest(`${noun}.${status === 'reversed' ? this.returns : 'settle'}`, this.kind.orderOf(state).id),
      ...(await this.changeOf(ending, answers)),
      response: status,
    });
    if (committed === 'stale' || committed instanceof Replayed) return committed;
    const { code: responseCode, message: responseMessage } = raw;
    const changed = this.kind.changed(state, { status, responseCode, responseMessage, nextQueryAt: undefined });
    return ending.settled(changed, committed.committedAt);
  }
}

/** How each resolution ends an order. */
export interface EndingsOf<S> {
  complete(state: S, raw: Raw): Ending<S>;
  refund(state: S, raw: Raw): Ending<S>;
  reverse(state: S, raw: Raw): Ending<S>;
}

/** Decisions of staff about an order whose provider gives no answer, or contradicts itself. */
export class Resolutions<S extends AttemptState> {
  constructor(
    private readonly kind: OrderKind<S>,
    private readonly store: AttemptStore<S>,
    private readonly settlements: Settlements<S>,
  ) {}

  /** `version`: another one once the order was settled, given back or given to another provider. */
  async find(id: string): Promise<(S & { readonly version: string }) | undefined> {
    const state = await this.store.find(id);
    return state && { ...state, version: this.versionOf(state) };
  }

  /** Ends the order as if the provider had said it; undefined if the order is not in this version any more. */
  protected async resolve(
    id: string,
    version: string,
    resolution: string,
    endings: EndingsOf<S>,
  ): Promise<LedgerChange | undefined> {
    const state = await this.store.find(id);
    if (!state || this.versionOf(state) !== version) return undefined;
    const { status } = this.kind.orderOf(state);
    const raw = { code: 'staff', message: `${resolution} by a decision of staff` };
    const isCompleted = resolution === 'completed';
    if (status === 'pending')
      return this.settlements.changeOf(isCompleted ? endings.complete(state, raw) : endings.refund(state, raw), []);
    if (status === 'completed' && !isCompleted) return this.settlements.changeOf(endings.reverse(state, raw), []);
    return { updates: [this.store.unchanged(state)] };
  }

  private versionOf(state: S): string {
    return `${this.kind.orderOf(state).status} ${state.attempt.reference}`;
  }
}

/** The owner of a closed account gets no messages any more, so staff do. */
@Injectable()
export class ClosedAccountLog {
  constructor(
    private readonly users: Users,
    private readonly systemLogs: SystemLogs,
  ) {}

  /** Rows to write with the refund; none if the account is open. */
  async rows(noun: AttemptNoun, id: string, userId: string, backKobo: Kobo): Promise<RowInsert[]> {
    const owner = await this.users.find(userId);
    if (owner?.status !== 'closed') return [];
    const amount = formatNaira(backKobo);
    const description = `${amount} of ${noun} ${id} went back to the wallet of ${userId}, whose account is closed, so nobody was told. Find its owner in the records that are kept, pay by bank transfer, and take it from the wallet by control_wallet_adjust of ${owner.email}.`;
    return [this.systemLogs.toRow({ key: `${noun}.closed_account:${id}`, description })];
  }
}
