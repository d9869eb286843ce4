import type { ProviderOutcome, Raw } from '../../kernel/provider-outcome.js';
import {
  notInUse,
  outcomeOf,
  AdvanceAttempts,
  type Advanced,
  type Delivery,
  firstQueryAt,
  type HandedOn,
  ProviderAvailability,
  SubmitWindow,
  TellStaff,
} from '../attempts/index.js';
import { type BillerProvider, BillerProviders } from '../billers/index.js';
import { type PurchaseState, type Attempt, type Purchase, Purchases, sharesOf, termsOf } from './purchases.js';
import { Injectable } from '@nestjs/common';
import { Replayed } from '../../kernel/caller.js';
import { Clock } from '../../kernel/clock.js';
import { newId } from '../../kernel/ids.js';
import { commissionOn } from '../../kernel/price.js';
import type { RowInsert } from '../../kernel/row-changes.js';
import { endingJournal, Ledger, providerHeld } from '../../ledger/index.js';
import { Catalogue, ChooseRoute, type ChosenRoute } from '../catalogue/index.js';
import { SystemLogs } from '../system-logs/index.js';
import { type Settled, SettlePurchase, systemRequest } from './settle-purchase.js';

export function submitPurchase(
  provider: BillerProvider | undefined,
  { purchase, attempt }: PurchaseState,
  timeoutMs: number,
): Promise<ProviderOutcome> {
  if (!provider) return notInUse(attempt.provider);
  const submission = {
    reference: attempt.reference,
    paymentCode: attempt.paymentCode,
    customerId: purchase.customer.id,
    customerName: purchase.customer.name,
    customerEmail: purchase.customer.email,
    customerMobile: purchase.customer.mobile,
    amountKobo: purchase.amountKobo,
    deliversPin: purchase.deliversPin,
    ...(purchase.customer.verified ? { verified: purchase.customer.verified } : {}),
  };
  return outcomeOf(timeoutMs, (signal) => provider.submit(submission, signal));
}

export function queryPurchase(
  provider: BillerProvider | undefined,
  { purchase, attempt }: PurchaseState,
): Promise<ProviderOutcome> {
  if (!provider) return notInUse(attempt.provider);
  return outcomeOf(provider.capabilities.readTimeoutMs, (signal) => {
    const { amountKobo, deliversPin, customer } = purchase;
    return provider.query(attempt.reference, signal, { amountKobo, deliversPin, customerId: customer.id });
  });
}

/** Attempts of purchases: which are completed, refunded, reversed, sent again or given to another provider. */
@Injectable()
export class AdvancePurchase extends AdvanceAttempts<PurchaseState, BillerProvider, ChosenRoute> {
  constructor(
    private readonly providers: BillerProviders,
    private readonly catalogue: Catalogue,
    private readonly purchases: Purchases,
    private readonly settle: SettlePurchase,
    private readonly chooseRoute: ChooseRoute,
    availability: ProviderAvailability,
    ledger: Ledger,
    systemLogs: SystemLogs,
    clock: Clock,
  ) {
    super(clock, purchases, new TellStaff(systemLogs, 'purchase'), availability, ledger);
  }

  protected orderOf({ purchase }: PurchaseState): Purchase {
    return purchase;
  }

  protected termsOf(state: PurchaseState): string {
    return termsOf(state);
  }

  protected waiting(state: PurchaseState, queries: number, nextQueryAt: number | undefined): PurchaseState {
    return { ...state, purchase: { ...state.purchase, queries, nextQueryAt } };
  }

  protected provider(name: string): BillerProvider | undefined {
    return this.providers.find(name);
  }

  protected callSubmit(provider: BillerProvider | undefined, state: PurchaseState, timeoutMs: number): Promise<ProviderOutcome> {
    return submitPurchase(provider, state, timeoutMs);
  }

  protected callQuery(provider: BillerProvider | undefined, state: PurchaseState): Promise<ProviderOutcome> {
    return queryPurchase(provider, state);
  }

  protected override deliversPin({ purchase }: PurchaseState): boolean {
    return purchase.deliversPin;
  }

  protected complete(state: PurchaseState, delivery: Delivery, answers: readonly RowInsert[]) {
    return settledAs(state, this.settle.complete(state, delivery, answers));
  }

  protected refund(state: PurchaseState, { raw }: ProviderOutcome, answers: readonly RowInsert[]) {
    return settledAs(state, this.settle.refund(state, raw, answers));
  }

  protected reverse(state: PurchaseState, { raw }: ProviderOutcome, answers: readonly RowInsert[]) {
    return settledAs(state, this.settle.reverse(state, raw, answers));
  }

  protected async alternative({ purchase }: PurchaseState): Promise<ChosenRoute | undefined> {
    const item = (await this.catalogue.current()).item(purchase.itemId);
    if (!item) return undefined;
    return this.chooseRoute.next(item, purchase.amountKobo, await this.purchases.providersTried(purchase.id));
  }

  protected release(chosen: ChosenRoute): Promise<void> {
    return this.chooseRoute.release(chosen);
  }

  protected async handOn(
    state: PurchaseState,
    raw: Raw,
    answers: readonly RowInsert[],
    { provider, route }: ChosenRoute,
  ): Promise<HandedOn<PurchaseState> | Replayed | 'stale'> {
    const { purchase, attempt } = state;
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
    const rerouted = this.purchases.rerouted(state, raw, next, { nextQueryAt, commissionKobo });
    const changed = { ...purchase, reference: next.reference, queries: 0, nextQueryAt, commissionKobo };
    const after: PurchaseState = { purchase: changed, attempt: next };
    const committed = await this.ledger.commit({
      idempotencyKey: systemRequest('purchase.reroute', `${purchase.id}:${next.number}`),
      journal: endingJournal(purchase.id, {
        as: 'hand on',
        to: providerHeld(next.provider),
        shares: sharesOf(changed),
        terms: termsOf(after),
        instead: termsOf(state),
        notes: { [providerHeld(attempt.provider)]: note, [providerHeld(next.provider)]: note },
      }),
      updates: rerouted.updates,
      inserts: [...rerouted.inserts, ...answers],
      response: next.reference,
    });
    if (committed === 'stale' || committed instanceof Replayed) return committed;
    return { state: after, window };
  }
}

async function settledAs(state: PurchaseState, settlement: Promise<Settled>): Promise<Advanced<PurchaseState>> {
  const settled = await settlement;
  return settled === 'stale' || settled instanceof Replayed ? settled : { ...state, purchase: settled };
}
