import { type IdempotencyKey, Replayed } from '../../kernel/caller.js';
import type { Clock } from '../../kernel/clock.js';
import { type IdempotencyRecords, storedResult } from '../../kernel/idempotency-records.js';
import { resolvedWithin, sleep } from '../../kernel/timers.js';
import type { AttemptState, AttemptStore, BackgroundWork, OrderKind } from './attempts.js';
import type { AttemptStatus } from './verdict.js';

/** Extra time to store or look up an answer; repeats wait as long. */
const STORE_ANSWER_MS = 1_500;
/** A repeat is refused as running for this long; then it waits, because the process that answers may be gone. */
const REFUSED_MS = 1_500;
const LOOK_AGAIN_MS = 250;

/** One kind of order, its store, and the time in which its clients are answered. `S` is an order with its latest attempt. */
export interface AskedOrders<S extends AttemptState> {
  readonly kind: OrderKind<S>;
  readonly store: Pick<AttemptStore<S>, 'find' | 'isAnswered'>;
  readonly settings: { readonly answerWithinMs: number };
}

/** `R` is the client's answer about an order. */
export interface AnsweredOrders<S extends AttemptState, R> extends AskedOrders<S> {
  resultOf(state: S, status: AttemptStatus): R;
}

/**
 * The client is answered in time; a pending order continues in the queue. Only the answer of a pending one is stored, because
 * repeats of a settled one are answered from the order.
 */
export class AnswerInTime<S extends AttemptState, R> {
  constructor(
    private readonly orders: AnsweredOrders<S, R>,
    private readonly requests: IdempotencyRecords,
    private readonly background: BackgroundWork,
    private readonly clock: Clock,
  ) {}

  /** The money is held, so errors from here on leave the order pending. */
  async first(key: IdempotencyKey, state: S, work: Promise<S>): Promise<R> {
    const { orders, background } = this;
    const settled = await resolvedWithin(
      orders.settings.answerWithinMs,
      background.keep(orders.kind.noun, work).catch(() => undefined),
    );
    if (settled && this.isSettled(settled)) return this.asFirstAnswered(settled);
    const pending = orders.resultOf(state, 'pending');
    const stored = background.keep(
      `answer of a ${orders.kind.noun}`,
      this.storeUnlessSettled(key, orders.kind.orderOf(state).id, pending),
    );
    return (
      (await resolvedWithin(
        STORE_ANSWER_MS,
        stored.catch(() => undefined),
      )) ?? pending
    );
  }

  /** Answers from the stored answer, else from the order once it is settled or the first answer is overdue. */
  async repeat(key: IdempotencyKey, replayed: Replayed): Promise<Replayed> {
    const { record } = replayed;
    if (record.state !== 'pending' || record.fingerprint !== key.fingerprint) return replayed;
    const state = record.subjectId === undefined ? undefined : await this.orders.store.find(record.subjectId);
    if (!state) return replayed;
    const settled = this.settledAnswer(replayed, state);
    if (settled) return settled;
    const ageMs = this.clock.now() - record.createdAt;
    const untilOverdueMs = this.orders.settings.answerWithinMs + STORE_ANSWER_MS - ageMs;
    const order = this.orders.kind.orderOf(state);
    if (untilOverdueMs > 0) {
      if (ageMs < REFUSED_MS) return replayed;
      const answered = await this.answeredWithin(untilOverdueMs, key, order.id);
      if (answered) return answered;
    }
    await this.requests.answer(key, storedResult(this.orders.resultOf(state, order.status)));
    return (await this.requests.find(key)) ?? replayed;
  }

  private async storeUnlessSettled(key: IdempotencyKey, id: string, pending: R): Promise<R> {
    const state = await this.orders.store.find(id);
    if (state && this.isSettled(state)) return this.asFirstAnswered(state);
    await this.requests.answer(key, storedResult(pending));
    return pending;
  }

  private async answeredWithin(ms: number, key: IdempotencyKey, id: string): Promise<Replayed | undefined> {
    for (let waitedMs = 0; waitedMs < ms; waitedMs += LOOK_AGAIN_MS) {
      await sleep(LOOK_AGAIN_MS);
      const [found, state] = [await this.requests.find(key), await this.orders.store.find(id)];
      if (found && found.record.state !== 'pending') return found;
      const settled = found && state && this.settledAnswer(found, state);
      if (settled) return settled;
    }
    return undefined;
  }

  private settledAnswer({ record }: Replayed, state: S): Replayed | undefined {
    if (!this.isSettled(state)) return undefined;
    return new Replayed({ ...record, state: 'answered', response: storedResult(this.asFirstAnswered(state)) });
  }

  private isSettled(state: S): boolean {
    return this.orders.kind.orderOf(state).status !== 'pending';
  }

  /** One that was reversed was answered as completed. */
  private asFirstAnswered(state: S): R {
    const { status } = this.orders.kind.orderOf(state);
    return this.orders.resultOf(state, status === 'reversed' ? 'completed' : status);
  }
}

/** `isAnswered`: the provider answered in time; where not, the question goes on. */
export interface RequeryAnswer {
  readonly status: AttemptStatus;
  readonly isAnswered: boolean;
}

/** Asks the provider of an order now, whatever its state and schedule, and acts on the answer. */
export class AskNow<S extends AttemptState> {
  constructor(
    private readonly orders: AskedOrders<S>,
    private readonly advance: { query(state: S): Promise<S> },
    private readonly background: BackgroundWork,
    private readonly clock: Clock,
  ) {}

  async statusOf(id: string): Promise<AttemptStatus | undefined> {
    const state = await this.orders.store.find(id);
    return state && this.orders.kind.orderOf(state).status;
  }

  async execute(id: string): Promise<RequeryAnswer> {
    const { orders } = this;
    const state = await orders.store.find(id);
    if (!state) throw new Error(`${orders.kind.noun} ${id} is gone`);
    if (await this.isBeingSubmitted(state)) return { status: orders.kind.orderOf(state).status, isAnswered: false };
    const asked = this.background.keep(`asking about a ${orders.kind.noun}`, this.advance.query(state));
    const now = await resolvedWithin(orders.settings.answerWithinMs, asked);
    return { status: orders.kind.orderOf(now ?? state).status, isAnswered: now !== undefined };
  }

  /** A question must not overtake the submit, which would then follow its answer. */
  private async isBeingSubmitted(state: S): Promise<boolean> {
    const { status, queries, nextQueryAt } = this.orders.kind.orderOf(state);
    if (status !== 'pending' || queries > 0 || nextQueryAt === undefined || nextQueryAt <= this.clock.now()) return false;
    return !(await this.orders.store.isAnswered(state.attempt));
  }
}
