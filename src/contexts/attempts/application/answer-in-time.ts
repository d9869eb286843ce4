import { setTimeout } from 'node:timers/promises';
import { type IdempotencyKey, Replayed } from '../../../kernel/caller.js';
import type { Clock } from '../../../kernel/clock.js';
import { type IdempotencyRecords, storedResult } from '../../../kernel/idempotency-records.js';
import type { AttemptStatus, Ordered } from '../domain/attempt.js';
import type { BackgroundWork } from './background-work.js';
import { resolvedWithin } from './resolved-within.js';

/** Extra time to store or look up an answer; repeats wait as long. */
const STORE_ANSWER_MS = 1_500;
/** A repeat is refused as running for this long; then it waits, because the process that answers may be gone. */
const REFUSED_MS = 1_500;
const LOOK_AGAIN_MS = 250;

/** `S` is an order with its latest attempt, `R` what the client is answered of it. */
export interface AnsweredOrders<S, R> {
  /** For logs of background work, as `purchase`. */
  readonly noun: string;
  readonly answerWithinMs: number;
  find(id: string): Promise<S | undefined>;
  orderOf(state: S): Ordered;
  resultOf(state: S, status: AttemptStatus): R;
}

/**
 * The client is answered in time; a pending order continues in the queue. Only the answer of a pending one is stored, because
 * repeats of a settled one are answered from the order.
 */
export class AnswerInTime<S, R> {
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
      orders.answerWithinMs,
      background.keep(orders.noun, work).catch(() => undefined),
    );
    if (settled && this.isSettled(settled)) return this.asFirstAnswered(settled);
    const pending = orders.resultOf(state, 'pending');
    const stored = background.keep(`answer of a ${orders.noun}`, this.storeUnlessSettled(key, orders.orderOf(state).id, pending));
    return (
      (await resolvedWithin(
        STORE_ANSWER_MS,
        stored.catch(() => undefined),
      )) ?? pending
    );
  }

  /** From the stored answer, else from the order once it is settled or the first answer is overdue. */
  async repeat(key: IdempotencyKey, replayed: Replayed): Promise<Replayed> {
    const { record } = replayed;
    if (record.state !== 'pending' || record.fingerprint !== key.fingerprint) return replayed;
    const state = record.subjectId === undefined ? undefined : await this.orders.find(record.subjectId);
    if (!state) return replayed;
    const settled = this.settledAnswer(replayed, state);
    if (settled) return settled;
    const ageMs = this.clock.now() - record.createdAt;
    const untilOverdueMs = this.orders.answerWithinMs + STORE_ANSWER_MS - ageMs;
    const order = this.orders.orderOf(state);
    if (untilOverdueMs > 0) {
      if (ageMs < REFUSED_MS) return replayed;
      const answered = await this.answeredWithin(untilOverdueMs, key, order.id);
      if (answered) return answered;
    }
    await this.requests.answer(key, storedResult(this.orders.resultOf(state, order.status)));
    return (await this.requests.find(key)) ?? replayed;
  }

  private async storeUnlessSettled(key: IdempotencyKey, id: string, pending: R): Promise<R> {
    const state = await this.orders.find(id);
    if (state && this.isSettled(state)) return this.asFirstAnswered(state);
    await this.requests.answer(key, storedResult(pending));
    return pending;
  }

  private async answeredWithin(ms: number, key: IdempotencyKey, id: string): Promise<Replayed | undefined> {
    for (let waitedMs = 0; waitedMs < ms; waitedMs += LOOK_AGAIN_MS) {
      await setTimeout(LOOK_AGAIN_MS);
      const [found, state] = [await this.requests.find(key), await this.orders.find(id)];
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
    return this.orders.orderOf(state).status !== 'pending';
  }

  /** One that was reversed was answered as completed. */
  private asFirstAnswered(state: S): R {
    const { status } = this.orders.orderOf(state);
    return this.orders.resultOf(state, status === 'reversed' ? 'completed' : status);
  }
}
