import { Replayed, systemRequest } from '../../kernel/caller.js';
import type { Clock } from '../../kernel/clock.js';
import { Failure } from '../../kernel/failure.js';
import { newId } from '../../kernel/ids.js';
import type { ProviderOutcome } from '../../kernel/provider-outcome.js';
import { endingJournal, type Ledger, ledgerFailures, providerHeld } from '../../ledger/index.js';
import type { SystemLogs } from '../system-logs/index.js';
import { type AttemptState, type AttemptStore, StaffAlerts } from './attempts.js';
import type { Product } from './product.js';
import { type AttemptProvider, notInUse, outcomeOf, type ProviderAvailability, SubmitWindow } from './provider-calls.js';
import type { Ending } from './settlements.js';
import { type Attempted, isConfirmedNotFound, judge, nextQueryDelayMs, type ProviderCall } from './verdict.js';

interface ProviderAnswer<P extends AttemptProvider> {
  readonly provider: P | undefined;
  readonly call: ProviderCall;
  readonly outcome: ProviderOutcome;
}

type Step<S, P extends AttemptProvider> =
  | { readonly do: 'submit'; readonly state: S; readonly window: SubmitWindow }
  | { readonly do: 'query'; readonly state: S }
  /** `window`: the same reference may be sent again within it. */
  | { readonly do: 'judge'; readonly state: S; readonly answer: ProviderAnswer<P>; readonly window?: SubmitWindow }
  | { readonly do: 'stop'; readonly state: S };

type Judged<S, P extends AttemptProvider> = Extract<Step<S, P>, { do: 'judge' }>;

/**
 * Calls the provider, judges the outcome and commits it, step by step until nothing is left to do now. Safe in any process and any number of
 * times by the ledger's idempotency keys.
 */
export class AttemptEngine<S extends AttemptState, P extends AttemptProvider, C extends { readonly provider: P }> {
  private readonly alerts: StaffAlerts;

  constructor(
    private readonly product: Product<S, P, C>,
    private readonly store: AttemptStore<S>,
    private readonly availability: ProviderAvailability,
    private readonly ledger: Ledger,
    systemLogs: SystemLogs,
    private readonly clock: Clock,
  ) {
    this.alerts = new StaffAlerts(systemLogs, product.noun);
  }

  /** Submits an attempt once, right after its commit; after its window it is queried instead. */
  submit(state: S, window: SubmitWindow): Promise<S> {
    return this.run({ do: 'submit', state, window });
  }

  query(state: S): Promise<S> {
    return this.run({ do: 'query', state });
  }

  /** Does nothing if the order is settled, or not due yet. */
  async queryDue(id: string): Promise<void> {
    const state = await this.store.find(id);
    if (!state) return;
    const { status, nextQueryAt } = this.product.orderOf(state);
    if (status === 'pending' && nextQueryAt !== undefined && nextQueryAt <= this.clock.now()) await this.query(state);
  }

  /** Asks about the order with our reference at this provider, if that is the reference of its latest attempt. */
  async queryNamed(provider: string, references: readonly string[]): Promise<void> {
    for (const reference of references) {
      const state = await this.store.findByReference(provider, reference);
      if (state?.attempt.reference === reference) await this.query(state);
    }
  }

  /** Asks about a completed order again, because it may have been given back. @returns whether it is still completed, and to be asked about again */
  async isStillCompleted(id: string): Promise<boolean> {
    const { product } = this;
    const state = await this.store.find(id);
    if (!state || product.orderOf(state).status !== 'completed') return false;
    if (product.isCheckedLater?.(product.provider(state.attempt.provider)) === false) return false;
    return product.orderOf(await this.query(state)).status === 'completed';
  }

  private async run(first: Step<S, P>): Promise<S> {
    let step = first;
    while (step.do !== 'stop') step = await this.take(step);
    return step.state;
  }

  private take(step: Exclude<Step<S, P>, { do: 'stop' }>): Promise<Step<S, P>> {
    switch (step.do) {
      case 'submit':
        return this.sendFirst(step.state, step.window);
      case 'query':
        return this.ask(step.state);
      case 'judge':
        return this.judge(step);
    }
  }

  private async sendFirst(state: S, window: SubmitWindow): Promise<Step<S, P>> {
    if (window.remainingMs <= 0) return this.tooLate(state);
    const provider = this.product.provider(state.attempt.provider);
    let isTaken = false;
    try {
      isTaken = await this.takeSubmission(state);
    } catch (error) {
      if (!isMismatch(error)) throw error;
      const raw = { code: '', message: 'Not sent now: the ledger cannot prove what is held for this' };
      const outcome = { status: 'unknown', cause: 'contradictory', raw } as const;
      return await this.halt(state, { provider: undefined, call: 'query', outcome });
    } finally {
      if (provider && !isTaken) await this.availability.released(provider);
    }
    if (!isTaken) return stop(state);
    const timeoutMs = window.remainingMs;
    if (timeoutMs <= 0) return this.neverSent(state, provider);
    const outcome = await this.callSubmit(provider, state, timeoutMs);
    if (provider) await this.availability.submitted(provider, outcome);
    return { do: 'judge', state, answer: { provider, call: 'submit', outcome } };
  }

  private async tooLate(state: S): Promise<Step<S, P>> {
    const now = (await this.store.find(this.product.orderOf(state).id)) ?? state;
    return this.product.orderOf(now).status === 'pending' ? { do: 'query', state: now } : stop(now);
  }

  /** The ledger answered after the window. No other process sends it for the first time, so it fails unless it may be sent again. */
  private async neverSent(state: S, provider: P | undefined): Promise<Step<S, P>> {
    if (provider) await this.availability.released(provider);
    if (provider?.capabilities.resubmitsSafely) return stop(state);
    const raw = { code: '', message: 'Not sent in time' };
    const outcome = { status: 'failed', errorClass: 'not_sent', failoverEligible: true, raw } as const;
    return { do: 'judge', state, answer: { provider, call: 'submit', outcome } };
  }

  private async ask(state: S): Promise<Step<S, P>> {
    const { provider: name, submitAt } = state.attempt;
    const provider = this.product.provider(name);
    const window = new SubmitWindow(provider?.capabilities.submitTimeoutMs ?? 0, this.clock);
    if (submitAt !== undefined) return this.sendWaiting(state, submitAt, provider, window);
    const outcome = await (provider
      ? outcomeOf(provider.capabilities.readTimeoutMs, (signal) => this.product.query(provider, state, signal))
      : notInUse(name));
    return { do: 'judge', state, answer: { provider, call: 'query', outcome }, window };
  }

  /** An attempt that waits for an equal one is submitted at its time, by the process that claims it. */
  private async sendWaiting(state: S, submitAt: number, provider: P | undefined, window: SubmitWindow): Promise<Step<S, P>> {
    const now = this.clock.now();
    if (submitAt > now) return stop(state);
    const claimed = await this.product.claim?.(state, provider ? firstQueryAt(provider, now) : now);
    return claimed ? { do: 'submit', state: claimed, window } : stop(state);
  }

  private async judge(step: Judged<S, P>): Promise<Step<S, P>> {
    const { state, answer } = step;
    let verdict = this.verdictOn(state, answer, true);
    const chosen = verdict.do === 'reroute' ? await this.product.choose(state) : undefined;
    if (verdict.do === 'reroute' && !chosen) verdict = this.verdictOn(state, answer, false);
    try {
      switch (verdict.do) {
        case 'complete':
          return await this.end(step, this.product.complete(state, verdict.delivery));
        case 'refund':
          return await this.end(step, this.product.refund(state, answer.outcome));
        case 'reverse':
          return await this.end(step, this.product.reverse(state, answer.outcome));
        case 'reroute':
          return await this.reroute(step, chosen!);
        case 'resubmit':
          return await this.sendUnknown(step, true);
        case 'wait':
          return await (answer.call === 'query' && answer.outcome.status === 'not_found'
            ? this.sendUnknown(step, false)
            : this.wait(state, answer));
        case 'alarm':
          await this.alerts.contradiction(this.product.orderOf(state), state.attempt, answer.outcome);
          return await this.keep(state, answer);
        case 'nothing':
          return await this.afterEnd(state, answer);
      }
    } catch (error) {
      if (!isMismatch(error)) throw error;
      if (chosen) await this.availability.released(chosen.provider);
      return this.halt(state, answer);
    }
  }

  private verdictOn(state: S, { provider, call, outcome }: ProviderAnswer<P>, hasAlternative: boolean) {
    return judge(outcome, {
      status: this.product.orderOf(state).status,
      deliversPin: this.product.deliversPin?.(state) ?? false,
      call,
      hasAlternative,
      resubmitsSafely: provider?.capabilities.resubmitsSafely ?? false,
    });
  }

  private async end({ state, answer }: Judged<S, P>, ending: Ending<S>): Promise<Step<S, P>> {
    const settled = await this.product.settle(ending, this.store.answered(state.attempt, answer));
    return settled === 'stale' || settled instanceof Replayed ? this.resolveConflict(state, answer, settled) : stop(settled);
  }

  /** Commits the next attempt and gives the held money to its provider before the call. */
  private async reroute({ state, answer }: Judged<S, P>, chosen: C): Promise<Step<S, P>> {
    const { product } = this;
    const { provider } = chosen;
    const { id } = product.orderOf(state);
    const number = state.attempt.number + 1;
    const attempt: Attempted = { id: newId(), number, provider: provider.name, reference: provider.newReference() };
    const nextQueryAt = firstQueryAt(provider, this.clock.now());
    const window = new SubmitWindow(provider.capabilities.submitTimeoutMs, this.clock);
    const { after, inserts, updates } = product.reroute(state, chosen, { attempt, raw: answer.outcome.raw, nextQueryAt });
    const [from, to] = [providerHeld(state.attempt.provider), providerHeld(provider.name)];
    const note = `${product.reroutes.note} ${id}`;
    const committed = await this.ledger.commit({
      idempotencyKey: systemRequest(product.reroutes.action, `${id}:${number}`),
      journal: endingJournal(id, {
        as: 'hand on',
        to,
        shares: product.sharesOf(after),
        terms: product.termsOf(after),
        instead: product.termsOf(state),
        notes: { [from]: note, [to]: note },
      }),
      updates,
      inserts: [...inserts, ...this.store.answered(state.attempt, answer)],
      response: attempt.reference,
    });
    if (committed !== 'stale' && !(committed instanceof Replayed)) return { do: 'submit', state: after, window };
    await this.availability.released(provider);
    return this.resolveConflict(state, answer, committed);
  }

  /** Another process took the order further, so the answer is judged by the order's present state. */
  private async resolveConflict(state: S, answer: ProviderAnswer<P>, result: Replayed | 'stale'): Promise<Step<S, P>> {
    const before = this.product.orderOf(state);
    const now = (await this.store.find(before.id)) ?? state;
    const order = this.product.orderOf(now);
    const isSameAttempt = now.attempt.id === state.attempt.id;
    if (isSameAttempt && order.status !== before.status) return { do: 'judge', state: now, answer };
    if (isSameAttempt && result === 'stale') throw new Error(`${this.product.noun} ${before.id} is stale but unchanged`);
    // Another provider has the order, so a delivery by this one is the second.
    if (!isSameAttempt && answer.outcome.status === 'success')
      await this.alerts.contradiction(order, state.attempt, answer.outcome);
    await this.keepAnswer(state, answer);
    return stop(now);
  }

  /** Handles `not_found`. An order that was never submitted is sent now: its process ended before. An order that was is sent again only if that is safe. */
  private async sendUnknown({ state, answer, window }: Judged<S, P>, isSafe: boolean): Promise<Step<S, P>> {
    if (!window || window.remainingMs <= 0) return this.wait(state, answer);
    const { queries } = this.product.orderOf(state);
    const isTaken = (await this.takeSubmission(state)) || (isSafe && (await this.takeSubmission(state, queries)));
    // It ran on while the ledger answered.
    const timeoutMs = window.remainingMs;
    if (!isTaken || timeoutMs <= 0) return this.wait(state, answer);
    const outcome = await this.callSubmit(answer.provider, state, timeoutMs);
    // Afterwards, because the window runs.
    await this.keepAnswer(state, answer);
    return { do: 'judge', state, answer: { ...answer, call: 'resubmit', outcome } };
  }

  private async wait(state: S, answer: ProviderAnswer<P>): Promise<Step<S, P>> {
    const { provider, call, outcome } = answer;
    const order = this.product.orderOf(state);
    const now = this.clock.now();
    const queries = call === 'submit' ? 0 : order.queries + 1;
    const delayMs = asksStaff(outcome)
      ? undefined
      : nextQueryDelayMs(queries, now - order.createdAt, provider?.capabilities.requeryDelaysMs);
    const undecided = (what: string) => this.alerts.undecided(order, state.attempt, what);
    if (delayMs === undefined) await undecided(`is undecided after ${queries} queries to`);
    else if (this.product.waitsForPerson?.(outcome)) await undecided('waits until a person acts at');
    else if (await this.isNotKnown(state, answer, now)) await undecided('is, after spaced questions, not known to');
    const nextQueryAt = delayMs === undefined ? undefined : now + delayMs;
    await this.store.postpone(state, { raw: outcome.raw, queries, nextQueryAt });
    return this.keep(this.product.changed(state, { queries, nextQueryAt }), answer);
  }

  private async afterEnd(state: S, answer: ProviderAnswer<P>): Promise<Step<S, P>> {
    const answers = this.store.answered(state.attempt, answer);
    return (await this.product.recordLateFee?.(state, answer.outcome, answers)) ? stop(state) : this.keep(state, answer);
  }

  /** The ledger cannot prove the hold, so its money stays there, and staff are told at once. */
  private async halt(state: S, answer: ProviderAnswer<P>): Promise<Step<S, P>> {
    const order = this.product.orderOf(state);
    await this.alerts.mismatch(order);
    return order.status === 'pending' ? this.wait(state, answer) : this.keep(state, answer);
  }

  private async keep(state: S, answer: ProviderAnswer<P>): Promise<Step<S, P>> {
    await this.keepAnswer(state, answer);
    return stop(state);
  }

  /** Keeps nothing of a provider no longer in use. */
  private async keepAnswer({ attempt }: S, answer: ProviderAnswer<P>): Promise<void> {
    if (answer.provider) await this.store.keepAnswer(attempt, answer);
  }

  private async isNotKnown({ attempt }: S, { provider, outcome }: ProviderAnswer<P>, now: number): Promise<boolean> {
    if (outcome.status !== 'not_found') return false;
    const spacingMs = (nextQueryDelayMs(0, 0, provider?.capabilities.requeryDelaysMs) ?? 0) / 2;
    return isConfirmedNotFound([...(await this.store.notFoundAt(attempt)), now], spacingMs);
  }

  private callSubmit(provider: P | undefined, state: S, timeoutMs: number): Promise<ProviderOutcome> {
    if (!provider) return notInUse(state.attempt.provider);
    return outcomeOf(timeoutMs, (signal) => this.product.submit(provider, state, signal));
  }

  /** The ledger's word that the provider may be told, once for a reference. @returns false where it was told before, also by a version that did not ask @throws Failure `ledger.hold_mismatch` */
  private async takeSubmission(state: S, again?: number): Promise<boolean> {
    const { noun } = this.product;
    const { provider, reference } = state.attempt;
    const key = again === undefined ? `${provider}:${reference}` : `${provider}:${reference}:${again}`;
    const committed = await this.ledger.commit({
      idempotencyKey: systemRequest(`${noun}.submit`, key),
      submits: { subject: this.product.orderOf(state).id, terms: this.product.termsOf(state), isAgain: again !== undefined },
      response: null,
    });
    return committed !== 'stale' && !(committed instanceof Replayed);
  }
}

function stop<S>(state: S): { readonly do: 'stop'; readonly state: S } {
  return { do: 'stop', state };
}

function isMismatch(error: unknown): boolean {
  return error instanceof Failure && error.is(ledgerFailures.hold_mismatch);
}

function asksStaff(outcome: ProviderOutcome): boolean {
  return outcome.status === 'unknown' && outcome.asksStaff === true;
}

/** After the submit window, so that a query never overtakes the submit; needed when the process crashes in between. */
export function firstQueryAt({ capabilities }: AttemptProvider, now: number): number {
  return now + capabilities.submitTimeoutMs + (nextQueryDelayMs(0, 0, capabilities.requeryDelaysMs) ?? 0);
}
