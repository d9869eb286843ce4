import { Injectable } from '@nestjs/common';
import { Replayed } from '../../../kernel/caller.js';
import { Clock } from '../../../kernel/clock.js';
import { Failure } from '../../../kernel/failure.js';
import { newId } from '../../../kernel/ids.js';
import { SystemLogs } from '../../system-logs/index.js';
import { endingJournal, Ledger, providerHeld, ledgerFailures } from '../../../ledger/index.js';
import type { ProviderOutcome } from '../../../kernel/provider-outcome.js';
import { type Attempt, type PurchaseState } from '../domain/purchase.js';
import { isConfirmedNotFound, BillerHealth, BillerProviders, type BillerProvider } from '../../billers/index.js';
import { CONTRADICTION_LOG, HOLD_LOG, UNDECIDED_LOG } from '../domain/system-log-keys.js';
import { nextQueryDelayMs } from '../domain/requery-schedule.js';
import { commissionOn } from '../../../kernel/price.js';
import { judge, type ProviderCall, type Verdict } from '../domain/verdict.js';
import { ChooseRoute, type ChosenRoute, Catalogue } from '../../catalogue/index.js';
import { Purchases } from './ports.js';
import { queryPurchase, submitPurchase } from './provider-calls.js';
import { type Settled, SettlePurchase, systemRequest } from './settle-purchase.js';
import { sharesOf } from './shares.js';
import { SubmitWindow } from './submit-window.js';

interface ProviderAnswer {
  readonly provider: BillerProvider | undefined;
  readonly call: ProviderCall;
  readonly outcome: ProviderOutcome;
}

/** Calls the provider, judges the outcome and commits it. Safe in any process and any number of times by the ledger's idempotency keys. */
@Injectable()
export class AdvancePurchase {
  constructor(
    private readonly providers: BillerProviders,
    private readonly catalogue: Catalogue,
    private readonly purchases: Purchases,
    private readonly settle: SettlePurchase,
    private readonly chooseRoute: ChooseRoute,
    private readonly health: BillerHealth,
    private readonly ledger: Ledger,
    private readonly systemLogs: SystemLogs,
    private readonly clock: Clock,
  ) {}

  /** Submits an attempt once, right after its commit; after its window it is queried instead. */
  async submit(state: PurchaseState, window: SubmitWindow): Promise<PurchaseState> {
    const timeoutMs = window.remainingMs;
    if (timeoutMs <= 0) return this.querySubmittedLate(state);
    const provider = this.providers.find(state.attempt.provider);
    const outcome = await submitPurchase(provider, state, timeoutMs);
    if (provider) await this.health.submitted(provider, outcome);
    return this.follow(state, { provider, call: 'submit', outcome });
  }

  async query(state: PurchaseState): Promise<PurchaseState> {
    const provider = this.providers.find(state.attempt.provider);
    const window = new SubmitWindow(provider?.capabilities.submitTimeoutMs ?? 0, this.clock);
    const outcome = await queryPurchase(provider, state);
    return this.follow(state, { provider, call: 'query', outcome }, window);
  }

  private async querySubmittedLate(state: PurchaseState): Promise<PurchaseState> {
    const now = (await this.purchases.find(state.purchase.id)) ?? state;
    return now.purchase.status === 'pending' ? this.query(now) : now;
  }

  /** @param resubmitWindow when the same reference may be sent again, after a query */
  private async follow(state: PurchaseState, answer: ProviderAnswer, resubmitWindow?: SubmitWindow): Promise<PurchaseState> {
    const { purchase } = state;
    const { provider, call, outcome } = answer;
    const judged = (hasAlternative: boolean) =>
      judge(outcome, {
        status: purchase.status,
        deliversPin: purchase.deliversPin,
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
      if (alternative) await this.chooseRoute.release(alternative);
      return this.halt(state, answer);
    }
  }

  private async act(
    state: PurchaseState,
    answer: ProviderAnswer,
    verdict: Verdict,
    alternative: ChosenRoute | undefined,
    resubmitWindow: SubmitWindow | undefined,
  ): Promise<PurchaseState> {
    const { outcome } = answer;
    const answered = () => this.purchases.answered(state.attempt, answer);
    switch (verdict.do) {
      case 'complete':
        return this.ended(state, answer, this.settle.complete(state, verdict.delivery, answered()));
      case 'refund':
        return this.ended(state, answer, this.settle.refund(state, outcome.raw, answered()));
      case 'reverse':
        return this.ended(state, answer, this.settle.reverse(state, outcome.raw, answered()));
      case 'reroute':
        return this.reroute(state, answer, alternative!);
      case 'resubmit':
        return this.resubmit(state, answer, resubmitWindow);
      case 'wait':
        return this.wait(state, answer);
      case 'alarm':
        await this.alarm(state, outcome);
        await this.keepAnswer(state.attempt, answer);
        return state;
      case 'nothing':
        await this.keepAnswer(state.attempt, answer);
        return state;
    }
  }

  private async resubmit(state: PurchaseState, answer: ProviderAnswer, window: SubmitWindow | undefined): Promise<PurchaseState> {
    const timeoutMs = window?.remainingMs ?? 0;
    if (timeoutMs <= 0) return this.wait(state, answer);
    const outcome = await submitPurchase(answer.provider, state, timeoutMs);
    // Afterwards, because the window runs.
    await this.keepAnswer(state.attempt, answer);
    return this.follow(state, { ...answer, call: 'resubmit', outcome });
  }

  private async ended(state: PurchaseState, answer: ProviderAnswer, settlement: Promise<Settled>): Promise<PurchaseState> {
    const settled = await settlement;
    if (settled === 'stale' || settled instanceof Replayed) return this.overtaken(state, answer, settled);
    return { ...state, purchase: settled };
  }

  private async overtaken(state: PurchaseState, answer: ProviderAnswer, result: Replayed | 'stale'): Promise<PurchaseState> {
    const now = (await this.purchases.find(state.purchase.id)) ?? state;
    if (result === 'stale' && now.attempt.id === state.attempt.id && now.purchase.status === state.purchase.status)
      throw new Error(`purchase ${state.purchase.id} is stale but unchanged`);
    if (now.attempt.id !== state.attempt.id) {
      // Another provider has the purchase, so a delivery by this one is the second.
      if (answer.outcome.status === 'success') await this.alarm({ ...now, attempt: state.attempt }, answer.outcome);
      await this.keepAnswer(state.attempt, answer);
      return now;
    }
    if (now.purchase.status !== state.purchase.status) return this.follow(now, answer);
    await this.keepAnswer(state.attempt, answer);
    return now;
  }

  private async alternative({ purchase }: PurchaseState): Promise<ChosenRoute | undefined> {
    const item = (await this.catalogue.current()).item(purchase.itemId);
    if (!item) return undefined;
    return this.chooseRoute.next(item, purchase.amountKobo, await this.purchases.providersTried(purchase.id));
  }

  /** Commits the next attempt and hands the held money on to its provider before the call. */
  private async reroute(state: PurchaseState, answer: ProviderAnswer, chosen: ChosenRoute): Promise<PurchaseState> {
    const { purchase, attempt } = state;
    const { provider, route } = chosen;
    const next: Attempt = {
      id: newId(),
      purchaseId: purchase.id,
      number: attempt.number + 1,
      provider: provider.name,
      reference: provider.newReference(),
      paymentCode: route.paymentCode,
    };
    const nextQueryAt = firstQueryAt(provider, this.clock.now());
    const window = new SubmitWindow(provider.capabilities.submitTimeoutMs, this.clock);
    const note = `Rerouted ${purchase.id}`;
    const commissionKobo = commissionOn(route.commission, purchase.amountKobo);
    const rerouted = this.purchases.rerouted(state, answer.outcome.raw, next, { nextQueryAt, commissionKobo });
    const committed = await this.ledger.commit({
      idempotencyKey: systemRequest('purchase.reroute', `${purchase.id}:${next.number}`),
      journal: endingJournal(purchase.id, {
        as: 'hand on',
        to: providerHeld(next.provider),
        shares: sharesOf({ ...purchase, commissionKobo }),
        notes: { [providerHeld(attempt.provider)]: note, [providerHeld(next.provider)]: note },
      }),
      updates: rerouted.updates,
      inserts: [...rerouted.inserts, ...this.purchases.answered(attempt, answer)],
      response: next.reference,
    });
    if (committed === 'stale' || committed instanceof Replayed) {
      await this.chooseRoute.release(chosen);
      return this.overtaken(state, answer, committed);
    }
    const changed = { ...purchase, reference: next.reference, queries: 0, nextQueryAt, commissionKobo };
    return this.submit({ purchase: changed, attempt: next }, window);
  }

  private async wait(state: PurchaseState, answer: ProviderAnswer): Promise<PurchaseState> {
    const { provider, call, outcome } = answer;
    const { purchase } = state;
    const now = this.clock.now();
    const queries = call === 'submit' ? 0 : purchase.queries + 1;
    const delayMs = asksStaff(outcome)
      ? undefined
      : nextQueryDelayMs(queries, now - purchase.createdAt, provider?.capabilities.requeryDelaysMs);
    if (delayMs === undefined) await this.askStaff(state, `is undecided after ${queries} queries to`);
    else if (await this.isNotKnown(state, answer, now)) await this.askStaff(state, 'is, after spaced questions, not known to');
    const nextQueryAt = delayMs === undefined ? undefined : now + delayMs;
    await this.purchases.postpone(state, { raw: outcome.raw, queries, nextQueryAt });
    await this.keepAnswer(state.attempt, answer);
    return { ...state, purchase: { ...purchase, queries, nextQueryAt } };
  }

  /** The ledger cannot prove what is held, so its money stays there, and staff are told at once. */
  private async halt(state: PurchaseState, answer: ProviderAnswer): Promise<PurchaseState> {
    const { purchase } = state;
    await this.systemLogs.record({
      kind: 'error',
      key: `${HOLD_LOG}${purchase.id}`,
      description: `Purchase ${purchase.id} cannot end: what the ledger holds for it does not agree with its rows in ledger_hold, purchase or purchase_attempt. Its money stays held. Run ledger:verify; see LedgerHalted in docs/runbook.md.`,
    });
    if (purchase.status === 'pending') return this.wait(state, answer);
    await this.keepAnswer(state.attempt, answer);
    return state;
  }

  /** The first log of a purchase stands; questions go on where the schedule has more of them. */
  private askStaff({ purchase, attempt }: PurchaseState, what: string): Promise<void> {
    return this.systemLogs.record({
      kind: 'error',
      key: `${UNDECIDED_LOG}${purchase.id}`,
      description: `Purchase ${purchase.id} ${what} ${attempt.provider}, reference ${attempt.reference}. Its money is held; ask the provider.`,
    });
  }

  private async isNotKnown({ attempt }: PurchaseState, { provider, outcome }: ProviderAnswer, now: number): Promise<boolean> {
    if (outcome.status !== 'not_found') return false;
    const spacingMs = (nextQueryDelayMs(0, 0, provider?.capabilities.requeryDelaysMs) ?? 0) / 2;
    return isConfirmedNotFound([...(await this.purchases.notFoundAt(attempt)), now], spacingMs);
  }

  /** Keeps nothing of a provider no longer in use. */
  private async keepAnswer(attempt: Attempt, answer: ProviderAnswer): Promise<void> {
    if (answer.provider) await this.purchases.keepAnswer(attempt, answer);
  }

  private alarm({ purchase, attempt }: PurchaseState, outcome: ProviderOutcome): Promise<void> {
    return this.systemLogs.record({
      kind: 'error',
      key: `${CONTRADICTION_LOG}${purchase.id}:${outcome.status}`,
      description: `${attempt.provider} says ${outcome.status} of purchase ${purchase.id}, reference ${attempt.reference}, which is ${purchase.status}. No money was moved.`,
    });
  }
}

function asksStaff(outcome: ProviderOutcome): boolean {
  return outcome.status === 'unknown' && outcome.asksStaff === true;
}

/** After the submit window, so that a query never overtakes the submit; needed when the process crashes in between. */
export function firstQueryAt({ capabilities }: BillerProvider, now: number): number {
  return now + capabilities.submitTimeoutMs + (nextQueryDelayMs(0, 0, capabilities.requeryDelaysMs) ?? 0);
}
