import { Replayed } from '../../kernel/caller.js';
import type { Clock } from '../../kernel/clock.js';
import { Failure } from '../../kernel/failure.js';
import type { ProviderOutcome, Raw } from '../../kernel/provider-outcome.js';
import type { RowInsert } from '../../kernel/row-changes.js';
import { type Ledger, ledgerFailures } from '../../ledger/index.js';
import {
  type Ordered,
  isConfirmedNotFound,
  nextQueryDelayMs,
  type Delivery,
  judge,
  type ProviderCall,
  type Verdict,
} from './verdict.js';
import { type AttemptProvider, type ProviderAvailability, SubmitWindow } from './provider-calls.js';
import type { AttemptState, AttemptStore, TellStaff } from './attempts.js';

export interface ProviderAnswer<P extends AttemptProvider> {
  readonly provider: P | undefined;
  readonly call: ProviderCall;
  readonly outcome: ProviderOutcome;
}

/** `stale`: the order has changed since it was read. */
export type Advanced<S> = S | Replayed | 'stale';

/** The next attempt, committed; it is submitted in its window. */
export interface HandedOn<S> {
  readonly state: S;
  readonly window: SubmitWindow;
}

/**
 * Calls the provider, judges the outcome and commits it. Safe in any process and any number of times by the ledger's idempotency keys.
 * `S` is an order with its latest attempt, `A` where its next attempt can go.
 */
export abstract class AdvanceAttempts<S extends AttemptState, P extends AttemptProvider, A> {
  constructor(
    protected readonly clock: Clock,
    private readonly store: AttemptStore<S>,
    private readonly tellStaff: TellStaff,
    private readonly availability: ProviderAvailability,
    protected readonly ledger: Ledger,
  ) {}

  protected abstract orderOf(state: S): Ordered;
  /** What the provider may be told, as the hold says. */
  protected abstract termsOf(state: S): string;
  protected abstract waiting(state: S, queries: number, nextQueryAt: number | undefined): S;
  protected abstract provider(name: string): P | undefined;
  protected abstract callSubmit(provider: P | undefined, state: S, timeoutMs: number): Promise<ProviderOutcome>;
  protected abstract callQuery(provider: P | undefined, state: S): Promise<ProviderOutcome>;

  protected abstract complete(state: S, delivery: Delivery, answers: readonly RowInsert[]): Promise<Advanced<S>>;
  protected abstract refund(state: S, outcome: ProviderOutcome, answers: readonly RowInsert[]): Promise<Advanced<S>>;
  protected abstract reverse(state: S, outcome: ProviderOutcome, answers: readonly RowInsert[]): Promise<Advanced<S>>;

  protected abstract alternative(state: S): Promise<A | undefined>;
  protected abstract release(alternative: A): Promise<void>;
  /** Commits the next attempt and hands the held money on to its provider before the call. */
  protected abstract handOn(state: S, raw: Raw, answers: readonly RowInsert[], to: A): Promise<HandedOn<S> | Replayed | 'stale'>;

  /** After an end, which moves nothing of the order itself any more: what the provider tells beside it. @returns whether the answer is recorded with that */
  protected learn(_: S, __: ProviderOutcome, ___: readonly RowInsert[]): Promise<boolean> {
    return Promise.resolve(false);
  }

  protected deliversPin(_: S): boolean {
    return false;
  }

  /** Nothing happens until a person acts at the provider. */
  protected waitsForPerson(_: ProviderOutcome): boolean {
    return false;
  }

  /** Submits an attempt once, right after its commit; after its window it is queried instead. */
  async submit(state: S, window: SubmitWindow): Promise<S> {
    if (window.remainingMs <= 0) return this.querySubmittedLate(state);
    const provider = this.provider(state.attempt.provider);
    let isTaken = false;
    try {
      isTaken = await this.takeSubmission(state);
    } catch (error) {
      if (!(error instanceof Failure && error.is(ledgerFailures.hold_mismatch))) throw error;
      const raw = { code: '', message: 'Not sent now: the ledger cannot prove what is held for this' };
      const outcome = { status: 'unknown', cause: 'contradictory', raw } as const;
      return await this.halt(state, { provider: undefined, call: 'query', outcome });
    } finally {
      if (provider && !isTaken) await this.availability.released(provider);
    }
    if (!isTaken) return state;
    const timeoutMs = window.remainingMs;
    if (timeoutMs <= 0) return this.neverSent(state, provider);
    const outcome = await this.callSubmit(provider, state, timeoutMs);
    if (provider) await this.availability.submitted(provider, outcome);
    return this.follow(state, { provider, call: 'submit', outcome });
  }

  async query(state: S): Promise<S> {
    const provider = this.provider(state.attempt.provider);
    const window = new SubmitWindow(provider?.capabilities.submitTimeoutMs ?? 0, this.clock);
    const outcome = await this.callQuery(provider, state);
    return this.follow(state, { provider, call: 'query', outcome }, window);
  }

  /** The ledger answered after the window. No other process sends it for the first time, so it fails unless it may be sent again. */
  private async neverSent(state: S, provider: P | undefined): Promise<S> {
    if (provider) await this.availability.released(provider);
    if (provider?.capabilities.resubmitsSafely) return state;
    const raw = { code: '', message: 'Not sent in time' };
    const outcome = { status: 'failed', errorClass: 'not_sent', failoverEligible: true, raw } as const;
    return this.follow(state, { provider, call: 'submit', outcome });
  }

  /** The ledger's word that the provider may be told, once for a reference. @returns false where it was told before, also by a version that did not ask @throws Failure `ledger.hold_mismatch` */
  private async takeSubmission(state: S, again?: number): Promise<boolean> {
    const { provider, reference } = state.attempt;
    const key = again === undefined ? `${provider}:${reference}` : `${provider}:${reference}:${again}`;
    const committed = await this.ledger.commit({
      idempotencyKey: { scope: 'system', action: `${this.tellStaff.noun}.submit`, key, fingerprint: '' },
      submits: { subject: this.orderOf(state).id, terms: this.termsOf(state), isAgain: again !== undefined },
      response: null,
    });
    return committed !== 'stale' && !(committed instanceof Replayed);
  }

  private async querySubmittedLate(state: S): Promise<S> {
    const now = (await this.store.find(this.orderOf(state).id)) ?? state;
    return this.orderOf(now).status === 'pending' ? this.query(now) : now;
  }

  /** @param resubmitWindow when the same reference may be sent again, after a query */
  private async follow(state: S, answer: ProviderAnswer<P>, resubmitWindow?: SubmitWindow): Promise<S> {
    const { provider, call, outcome } = answer;
    const judged = (hasAlternative: boolean) =>
      judge(outcome, {
        status: this.orderOf(state).status,
        deliversPin: this.deliversPin(state),
        call,
        hasAlternative,
        resubmitsSafely: provider?.capabilities.resubmitsSafely ?? false,
      });
    let verdict = judged(true);
    const alternative = verdict.do === 'reroute' ? await this.alternative(state) : undefined;
    if (verdict.do === 'reroute' && !alternative) verdict = judged(false);
    try {
      return await this.act(state, answer, verdict, alternative, resubmitWindow);
    } catch (error) {
      if (!(error instanceof Failure && error.is(ledgerFailures.hold_mismatch))) throw error;
      if (alternative) await this.release(alternative);
      return this.halt(state, answer);
    }
  }

  private async act(
    state: S,
    answer: ProviderAnswer<P>,
    verdict: Verdict,
    alternative: A | undefined,
    resubmitWindow: SubmitWindow | undefined,
  ): Promise<S> {
    const { outcome } = answer;
    const answered = () => this.store.answered(state.attempt, answer);
    switch (verdict.do) {
      case 'complete':
        return this.ended(state, answer, this.complete(state, verdict.delivery, answered()));
      case 'refund':
        return this.ended(state, answer, this.refund(state, outcome, answered()));
      case 'reverse':
        return this.ended(state, answer, this.reverse(state, outcome, answered()));
      case 'reroute':
        return this.reroute(state, answer, alternative!);
      case 'resubmit':
        return this.sendUnknown(state, answer, true, resubmitWindow);
      case 'wait':
        return answer.call === 'query' && outcome.status === 'not_found'
          ? this.sendUnknown(state, answer, false, resubmitWindow)
          : this.wait(state, answer);
      case 'alarm':
        await this.tellStaff.ofContradiction(this.orderOf(state), state.attempt, outcome);
        await this.keepAnswer(state, answer);
        return state;
      case 'nothing':
        if (!(await this.learn(state, outcome, answered()))) await this.keepAnswer(state, answer);
        return state;
    }
  }

  /** After `not_found`. An order that was never submitted is sent now: its process ended before. One that was is sent again only where that is safe. */
  private async sendUnknown(state: S, answer: ProviderAnswer<P>, isSafe: boolean, window: SubmitWindow | undefined): Promise<S> {
    if (!window || window.remainingMs <= 0) return this.wait(state, answer);
    const isTaken =
      (await this.takeSubmission(state)) || (isSafe && (await this.takeSubmission(state, this.orderOf(state).queries)));
    // It ran on while the ledger answered.
    const timeoutMs = window.remainingMs;
    if (!isTaken || timeoutMs <= 0) return this.wait(state, answer);
    const outcome = await this.callSubmit(answer.provider, state, timeoutMs);
    // Afterwards, because the window runs.
    await this.keepAnswer(state, answer);
    return this.follow(state, { ...answer, call: 'resubmit', outcome });
  }

  private async ended(state: S, answer: ProviderAnswer<P>, settlement: Promise<Advanced<S>>): Promise<S> {
    const settled = await settlement;
    return settled === 'stale' || settled instanceof Replayed ? this.overtaken(state, answer, settled) : settled;
  }

  private async overtaken(state: S, answer: ProviderAnswer<P>, result: Replayed | 'stale'): Promise<S> {
    const before = this.orderOf(state);
    const now = (await this.store.find(before.id)) ?? state;
    const order = this.orderOf(now);
    if (result === 'stale' && now.attempt.id === state.attempt.id && order.status === before.status)
      throw new Error(`${this.tellStaff.noun} ${before.id} is stale but unchanged`);
    if (now.attempt.id !== state.attempt.id) {
      // Another provider has the order, so a delivery by this one is the second.
      if (answer.outcome.status === 'success') await this.tellStaff.ofContradiction(order, state.attempt, answer.outcome);
      await this.keepAnswer(state, answer);
      return now;
    }
    if (order.status !== before.status) return this.follow(now, answer);
    await this.keepAnswer(state, answer);
    return now;
  }

  private async reroute(state: S, answer: ProviderAnswer<P>, alternative: A): Promise<S> {
    const handed = await this.handOn(state, answer.outcome.raw, this.store.answered(state.attempt, answer), alternative);
    if (handed === 'stale' || handed instanceof Replayed) {
      await this.release(alternative);
      return this.overtaken(state, answer, handed);
    }
    return this.submit(handed.state, handed.window);
  }

  private async wait(state: S, answer: ProviderAnswer<P>): Promise<S> {
    const { provider, call, outcome } = answer;
    const order = this.orderOf(state);
    const now = this.clock.now();
    const queries = call === 'submit' ? 0 : order.queries + 1;
    const delayMs = asksStaff(outcome)
      ? undefined
      : nextQueryDelayMs(queries, now - order.createdAt, provider?.capabilities.requeryDelaysMs);
    const undecided = (what: string) => this.tellStaff.ofUndecided(order, state.attempt, what);
    if (delayMs === undefined) await undecided(`is undecided after ${queries} queries to`);
    else if (this.waitsForPerson(outcome)) await undecided('waits until a person acts at');
    else if (await this.isNotKnown(state, answer, now)) await undecided('is, after spaced questions, not known to');
    const nextQueryAt = delayMs === undefined ? undefined : now + delayMs;
    await this.store.postpone(state, { raw: outcome.raw, queries, nextQueryAt });
    await this.keepAnswer(state, answer);
    return this.waiting(state, queries, nextQueryAt);
  }

  /** The ledger cannot prove what is held, so its money stays there, and staff are told at once. */
  private async halt(state: S, answer: ProviderAnswer<P>): Promise<S> {
    const order = this.orderOf(state);
    await this.tellStaff.ofMismatch(order);
    if (order.status === 'pending') return this.wait(state, answer);
    await this.keepAnswer(state, answer);
    return state;
  }

  private async isNotKnown({ attempt }: S, { provider, outcome }: ProviderAnswer<P>, now: number): Promise<boolean> {
    if (outcome.status !== 'not_found') return false;
    const spacingMs = (nextQueryDelayMs(0, 0, provider?.capabilities.requeryDelaysMs) ?? 0) / 2;
    return isConfirmedNotFound([...(await this.store.notFoundAt(attempt)), now], spacingMs);
  }

  /** Keeps nothing of a provider no longer in use. */
  private async keepAnswer({ attempt }: S, answer: ProviderAnswer<P>): Promise<void> {
    if (answer.provider) await this.store.keepAnswer(attempt, answer);
  }
}

function asksStaff(outcome: ProviderOutcome): boolean {
  return outcome.status === 'unknown' && outcome.asksStaff === true;
}

/** After the submit window, so that a query never overtakes the submit; needed when the process crashes in between. */
export function firstQueryAt({ capabilities }: AttemptProvider, now: number): number {
  return now + capabilities.submitTimeoutMs + (nextQueryDelayMs(0, 0, capabilities.requeryDelaysMs) ?? 0);
}
