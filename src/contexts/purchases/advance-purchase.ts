import { Injectable } from '@nestjs/common';
import { Clock, HOUR_MS } from '../../kernel/clock.js';
import { commissionOn } from '../../kernel/price.js';
import { Ledger } from '../../ledger/index.js';
import { AskNow, AttemptEngine, BackgroundWork, type Product, ProviderAvailability, withTimeout } from '../attempts/index.js';
import { type BillerProvider, BillerProviders } from '../billers/index.js';
import { Catalogue, ChooseRoute, type ChosenRoute } from '../catalogue/index.js';
import { SystemLogs } from '../system-logs/index.js';
import { PURCHASE, PurchaseSettings, type PurchaseState, Purchases, sharesOf, termsOf } from './purchases.js';
import { SettlePurchase } from './settle-purchase.js';

/** Attempts of purchases: which are completed, refunded, reversed, sent again or given to another provider. */
@Injectable()
export class AdvancePurchase extends AttemptEngine<PurchaseState, BillerProvider, ChosenRoute> {
  constructor(
    providers: BillerProviders,
    catalogue: Catalogue,
    purchases: Purchases,
    settle: SettlePurchase,
    chooseRoute: ChooseRoute,
    availability: ProviderAvailability,
    ledger: Ledger,
    systemLogs: SystemLogs,
    clock: Clock,
  ) {
    const product = purchaseProduct(providers, catalogue, purchases, settle, chooseRoute);
    super(product, purchases, availability, ledger, systemLogs, clock);
  }
}

function purchaseProduct(
  providers: BillerProviders,
  catalogue: Catalogue,
  purchases: Purchases,
  settle: SettlePurchase,
  chooseRoute: ChooseRoute,
): Product<PurchaseState, BillerProvider, ChosenRoute> {
  return {
    ...PURCHASE,
    reroutes: { action: 'purchase.reroute', note: 'Rerouted' },
    provider: (name) => providers.find(name),
    termsOf,
    sharesOf: ({ purchase }) => sharesOf(purchase),
    deliversPin: ({ purchase }) => purchase.deliversPin,

    submit: (provider, { purchase: { customer, amountKobo, deliversPin }, attempt: { reference, paymentCode } }, signal) =>
      provider.submit(
        {
          reference,
          paymentCode,
          customerId: customer.id,
          customerName: customer.name,
          customerEmail: customer.email,
          customerMobile: customer.mobile,
          amountKobo,
          deliversPin,
          ...(customer.verified ? { verified: customer.verified } : {}),
        },
        signal,
      ),
    query: (provider, { purchase: { amountKobo, deliversPin, customer }, attempt }, signal) =>
      provider.query(attempt.reference, signal, { amountKobo, deliversPin, customerId: customer.id }),

    complete: (state, delivery) => settle.completion(state, delivery),
    refund: (state, { raw }) => settle.refunding(state, raw),
    reverse: (state, { raw }) => settle.reversing(state, raw),
    settle: (ending, answers) => settle.commit(ending, answers),

    async choose({ purchase: { id, itemId, amountKobo } }) {
      const item = (await catalogue.current()).item(itemId);
      return item && chooseRoute.next(item, amountKobo, await purchases.providersTried(id));
    },
    reroute(state, { route }, { attempt, raw, nextQueryAt }) {
      const { purchase } = state;
      const commissionKobo = commissionOn(route.commission, purchase.amountKobo);
      const next = { ...attempt, purchaseId: purchase.id, paymentCode: route.paymentCode };
      const changed = { ...purchase, reference: next.reference, queries: 0, nextQueryAt, commissionKobo };
      const rows = purchases.rerouted(state, raw, next, { nextQueryAt, commissionKobo });
      return { after: { purchase: changed, attempt: next }, ...rows };
    },
    // Other providers list their reversals.
    isCheckedLater: (provider) => provider !== undefined && !provider.reversedSince,
  };
}

/** Asks the provider of a purchase now, whatever its state and schedule, and acts on the answer. */
@Injectable()
export class RequeryNow extends AskNow<PurchaseState> {
  constructor(store: Purchases, advance: AdvancePurchase, background: BackgroundWork, settings: PurchaseSettings, clock: Clock) {
    super({ kind: PURCHASE, store, settings }, advance, background, clock);
  }
}

/** How far back the first list goes, and the overlap of the following ones. */
const FIRST_LOOK_BACK_MS = 48 * HOUR_MS;
const OVERLAP_MS = 60_000;

/** For providers that list reversals of delivered purchases. */
@Injectable()
export class CollectReversals {
  private readonly lookedAt = new Map<string, number>();

  constructor(
    private readonly providers: BillerProviders,
    private readonly purchases: Purchases,
    private readonly advance: AdvancePurchase,
    private readonly clock: Clock,
  ) {}

  async execute(): Promise<void> {
    const looks = await Promise.allSettled(this.providers.all.map((provider) => this.look(provider)));
    const failed = looks.find((look) => look.status === 'rejected');
    if (failed) throw failed.reason;
  }

  /** Unprocessed reversals are listed again next time. */
  private async look(provider: BillerProvider): Promise<void> {
    const { name } = provider;
    const now = this.clock.now();
    const since = (this.lookedAt.get(name) ?? now - FIRST_LOOK_BACK_MS) - OVERLAP_MS;
    let isOpen = false;
    for (const reference of await reversedSince(provider, since)) isOpen = (await this.collect(name, reference)) || isOpen;
    if (!isOpen) this.lookedAt.set(name, now);
  }

  /** The list alone moves no money: the provider is queried about each purchase. */
  private async collect(provider: string, reference: string): Promise<boolean> {
    const state = await this.purchases.findByReference(provider, reference);
    if (state?.purchase.status !== 'completed' || state.attempt.reference !== reference) return false;
    const { purchase } = await this.advance.query(state);
    return purchase.status === 'completed';
  }
}

async function reversedSince(provider: BillerProvider, since: number): Promise<readonly string[]> {
  return withTimeout(
    provider.capabilities.readTimeoutMs,
    async (signal) => (await provider.reversedSince?.(since, signal)) ?? [],
  );
}
