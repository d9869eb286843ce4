import { Injectable } from '@nestjs/common';
import { Replayed } from '../../../kernel/caller.js';
import { Clock } from '../../../kernel/clock.js';
import { Failure } from '../../../kernel/failure.js';
import { newId } from '../../../kernel/ids.js';
import { kobo } from '../../../kernel/money.js';
import { SystemLogs } from '../../system-logs/index.js';
import { Ledger, providerClearing } from '../../wallet/index.js';
import type { ProviderOutcome } from '../domain/provider-outcome.js';
import { type Attempt, type Purchase, type PurchaseState, totalKobo } from '../domain/purchase.js';
import { nextQueryDelayMs } from '../domain/requery-schedule.js';
import { judge, type ProviderCall } from '../domain/verdict.js';
import { askOutcome } from './ask-provider.js';
import { BillerProviders } from './ports/biller-providers.js';
import type { BillerProvider } from './ports/biller-provider.js';
import { Catalogue } from './ports/catalogue.js';
import { Purchases } from './ports/purchases.js';
import { SettlePurchase, systemRequest } from './settle-purchase.js';

/**
 * Takes a purchase one step further: asks the provider, judges what it says, and writes down what follows.
 * May run at any time, in any process, any number of times: money moves once, by the keys of the ledger.
 */
@Injectable()
export class AdvancePurchase {
  constructor(
    private readonly providers: BillerProviders,
    private readonly catalogue: Catalogue,
    private readonly purchases: Purchases,
    private readonly settle: SettlePurchase,
    private readonly ledger: Ledger,
    private readonly systemLogs: SystemLogs,
    private readonly clock: Clock,
  ) {}

  /**
   * @param ask `submit` right after the attempt was committed, and never again; `query` at any later time
   * @returns the purchase as it is then
   */
  async execute(state: PurchaseState, ask: 'submit' | 'query'): Promise<PurchaseState> {
    const provider = this.providers.find(state.attempt.provider);
    const outcome = await askProvider(provider, state, ask);
    return this.follow(state, outcome, ask, provider);
  }

  private async follow(
    state: PurchaseState,
    outcome: ProviderOutcome,
    call: ProviderCall,
    provider: BillerProvider | undefined,
  ): Promise<PurchaseState> {
    const { purchase } = state;
    const alternative = call === 'submit' && outcome.status === 'failed' ? await this.alternative(state) : undefined;
    const verdict = judge(outcome, {
      status: purchase.status,
      deliversPin: purchase.deliversPin,
      call,
      hasAlternative: alternative !== undefined,
      resubmitsSafely: provider?.capabilities.resubmitsSafely ?? false,
    });
    switch (verdict.do) {
      case 'complete':
        return this.ended(state, outcome, provider, this.settle.complete(state, verdict.delivery));
      case 'refund':
        return this.ended(state, outcome, provider, this.settle.refund(state, outcome.raw));
      case 'reverse':
        return this.ended(state, outcome, provider, this.settle.reverse(state, outcome.raw));
      case 'reroute':
        return this.reroute(state, outcome, provider, alternative!);
      case 'resubmit':
        return this.follow(state, await askProvider(provider, state, 'submit'), 'resubmit', provider);
      case 'wait':
        return this.wait(state, outcome, call, provider);
      case 'alarm':
        await this.alarm(state, outcome);
        return state;
      case 'nothing':
        return state;
    }
  }

  private async ended(
    state: PurchaseState,
    outcome: ProviderOutcome,
    provider: BillerProvider | undefined,
    settlement: Promise<Purchase | undefined>,
  ): Promise<PurchaseState> {
    const purchase = await this.unlessOvertaken(state, settlement);
    return purchase ? { ...state, purchase } : this.overtaken(state, outcome, provider);
  }

  /** The books refuse to change a row that is not as it was any more: undefined where somebody else took the purchase further. */
  private async unlessOvertaken<T>(state: PurchaseState, commit: Promise<T>): Promise<T | undefined> {
    try {
      return await commit;
    } catch (error) {
      if (error instanceof Failure) throw error;
      const now = await this.purchases.find(state.purchase.id);
      if (!now || (now.purchase.status === state.purchase.status && now.attempt.id === state.attempt.id)) throw error;
      return undefined;
    }
  }

  /** Where somebody else was first, the outcome is held against what the purchase is now. */
  private async overtaken(
    state: PurchaseState,
    outcome: ProviderOutcome,
    provider: BillerProvider | undefined,
  ): Promise<PurchaseState> {
    const now = (await this.purchases.find(state.purchase.id)) ?? state;
    if (now.attempt.id !== state.attempt.id) {
      // Another provider has its turn: that this one delivered after all would be the second delivery.
      if (outcome.status === 'success') await this.alarm({ ...now, attempt: state.attempt }, outcome);
      return now;
    }
    return now.purchase.status === state.purchase.status ? now : this.follow(now, outcome, 'query', provider);
  }

  /** The next provider in order that sells the item. */
  private async alternative({
    purchase,
    attempt,
  }: PurchaseState): Promise<{ provider: BillerProvider; paymentCode: string } | undefined> {
    const { routes } = (await this.catalogue.current()).item(purchase.itemId) ?? { routes: [] };
    const after = this.providers.all.findIndex(({ name }) => name === attempt.provider) + 1;
    for (const provider of this.providers.all.slice(after)) {
      const route = routes.find((candidate) => candidate.provider === provider.name);
      if (route) return { provider, paymentCode: route.paymentCode };
    }
    return undefined;
  }

  /** The next attempt is committed, and what is held moves to its provider's clearing, before that provider is called. */
  private async reroute(
    state: PurchaseState,
    outcome: ProviderOutcome,
    refusing: BillerProvider | undefined,
    { provider, paymentCode }: { provider: BillerProvider; paymentCode: string },
  ): Promise<PurchaseState> {
    const { purchase, attempt } = state;
    const next: Attempt = {
      id: newId(),
      purchaseId: purchase.id,
      number: attempt.number + 1,
      provider: provider.name,
      reference: provider.newReference(),
      paymentCode,
    };
    const nextQueryAt = firstQueryAt(provider, this.clock.now());
    const note = `Rerouted ${purchase.id}`;
    const commit = this.ledger.commit({
      idempotencyKey: systemRequest('purchase.reroute', `${purchase.id}:${next.number}`),
      journal: {
        id: newId(),
        kind: 'adjustment',
        subject: purchase.id,
        postings: [
          { account: providerClearing(attempt.provider), amountKobo: kobo(-totalKobo(purchase)), note },
          { account: providerClearing(next.provider), amountKobo: totalKobo(purchase), note },
        ],
      },
      ...this.purchases.rerouted(state, outcome.raw, next, nextQueryAt),
      response: next.reference,
    });
    const committed = await this.unlessOvertaken(state, commit);
    if (!committed || committed instanceof Replayed) return this.overtaken(state, outcome, refusing);
    return this.execute(
      { purchase: { ...purchase, reference: next.reference, queries: 0, nextQueryAt }, attempt: next },
      'submit',
    );
  }

  private async wait(
    state: PurchaseState,
    { raw }: ProviderOutcome,
    call: ProviderCall,
    provider: BillerProvider | undefined,
  ): Promise<PurchaseState> {
    const { purchase } = state;
    const now = this.clock.now();
    const queries = call === 'submit' ? 0 : purchase.queries + 1;
    const delayMs = nextQueryDelayMs(queries, now - purchase.createdAt, provider?.capabilities.requeryDelaysMs);
    if (delayMs === undefined) {
      await this.systemLogs.record({
        kind: 'error',
        key: `purchase.undecided:${purchase.id}`,
        description: `Purchase ${purchase.id} is undecided after ${queries} questions to ${state.attempt.provider}, reference ${state.attempt.reference}. Its money is held; ask the provider.`,
      });
    }
    const nextQueryAt = delayMs === undefined ? undefined : now + delayMs;
    await this.purchases.postpone(state, { raw, queries, nextQueryAt });
    return { ...state, purchase: { ...purchase, queries, nextQueryAt } };
  }

  private alarm({ purchase, attempt }: PurchaseState, outcome: ProviderOutcome): Promise<void> {
    return this.systemLogs.record({
      kind: 'error',
      key: `purchase.contradiction:${purchase.id}:${outcome.status}`,
      description: `${attempt.provider} says ${outcome.status} of purchase ${purchase.id}, reference ${attempt.reference}, which is ${purchase.status}. No money was moved.`,
    });
  }
}

/**
 * When an attempt is asked about first if nothing is heard of it: a crash may have come between its commit and
 * the call. Later than the call itself can take, so that questions do not overtake it.
 */
export function firstQueryAt({ capabilities }: BillerProvider, now: number): number {
  return now + capabilities.submitTimeoutMs + (nextQueryDelayMs(0, 0, capabilities.requeryDelaysMs) ?? 0);
}

async function askProvider(
  provider: BillerProvider | undefined,
  { purchase, attempt }: PurchaseState,
  ask: 'submit' | 'query',
): Promise<ProviderOutcome> {
  if (!provider)
    return { status: 'unknown', cause: 'connection_lost', raw: { code: '', message: `${attempt.provider} is not in use` } };
  const { submitTimeoutMs, readTimeoutMs } = provider.capabilities;
  if (ask === 'query') return askOutcome(readTimeoutMs, (signal) => provider.query(attempt.reference, signal));
  const submission = {
    reference: attempt.reference,
    paymentCode: attempt.paymentCode,
    customerId: purchase.customer.id,
    customerName: purchase.customer.name,
    customerEmail: purchase.customer.email,
    customerMobile: purchase.customer.mobile,
    amountKobo: purchase.amountKobo,
  };
  return askOutcome(submitTimeoutMs, (signal) => provider.submit(submission, signal));
}
