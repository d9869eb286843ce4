import { Injectable } from '@nestjs/common';
import { Clock, HOUR_MS } from '../../kernel/clock.js';
import { AskNow, BackgroundWork, withTimeout } from '../attempts/index.js';
import { type PurchaseState, Purchases, PurchaseSettings, type Purchase } from './purchases.js';
import { AdvancePurchase } from './advance-purchase.js';
import { deliverableOf } from '../../kernel/deliverable.js';
import type { LedgerChange } from '../../ledger/index.js';
import { SettlePurchase } from './settle-purchase.js';
import { BillerProviders, type BillerProvider, type ProviderWebhooks } from '../billers/index.js';
import type { RawRequest } from '../../kernel/caller.js';
import { WebhookHandler, type WebhookIdentity } from '../webhooks/index.js';
import type { SyncCatalogue } from '../catalogue/index.js';

/** Asks the provider of a purchase now, whatever its state and schedule, and does what follows from the answer. */
@Injectable()
export class RequeryNow extends AskNow<PurchaseState> {
  constructor(
    purchases: Purchases,
    advance: AdvancePurchase,
    background: BackgroundWork,
    settings: PurchaseSettings,
    clock: Clock,
  ) {
    const orders = {
      noun: 'purchase',
      get answerWithinMs() {
        return settings.answerWithinMs;
      },
      find: (id: string) => purchases.find(id),
      orderOf: ({ purchase }: PurchaseState) => purchase,
      isAnswered: ({ attempt }: PurchaseState) => purchases.isAnswered(attempt),
      query: (state: PurchaseState) => advance.query(state),
    };
    super(orders, background, clock);
  }
}

@Injectable()
export class RequeryPurchase {
  constructor(
    private readonly purchases: Purchases,
    private readonly advance: AdvancePurchase,
    private readonly clock: Clock,
  ) {}

  async execute(purchaseId: string): Promise<void> {
    const state = await this.purchases.find(purchaseId);
    if (state?.purchase.status !== 'pending') return;
    const { nextQueryAt } = state.purchase;
    if (nextQueryAt === undefined || nextQueryAt > this.clock.now()) return;
    await this.advance.query(state);
  }
}

export type Resolution = 'completed' | 'failed';

export interface ResolvablePurchase {
  readonly purchase: Purchase;
  /** Another one once the purchase was settled, reversed or given to another provider. */
  readonly version: string;
}

/** What staff decide about a purchase whose provider does not say, or contradicts itself. */
@Injectable()
export class ResolvePurchase {
  constructor(
    private readonly purchases: Purchases,
    private readonly settle: SettlePurchase,
  ) {}

  async find(purchaseId: string): Promise<ResolvablePurchase | undefined> {
    const state = await this.purchases.find(purchaseId);
    return state && { purchase: state.purchase, version: versionOf(state) };
  }

  /** The same as where the provider had said it; undefined where the purchase is not in this version any more. */
  async change(purchaseId: string, version: string, resolution: Resolution, token: string): Promise<LedgerChange | undefined> {
    const state = await this.purchases.find(purchaseId);
    if (!state || versionOf(state) !== version) return undefined;
    const { status } = state.purchase;
    const raw = { code: 'staff', message: `${resolution} by a decision of staff` };
    if (status === 'pending' && resolution === 'completed')
      return this.settle.changeOf(
        this.settle.completion(state, {
          status: 'success',
          raw,
          ...(token === '' ? {} : { deliverables: [deliverableOf(token)] }),
        }),
        [],
      );
    if (status === 'pending') return this.settle.changeOf(this.settle.refunding(state, raw), []);
    if (status === 'completed' && resolution === 'failed') return this.settle.changeOf(this.settle.reversing(state, raw), []);
    return { updates: [this.purchases.unchanged(state)] };
  }
}

function versionOf({ purchase, attempt }: PurchaseState): string {
  return `${purchase.status} ${attempt.reference}`;
}

/** Asks about a delivered purchase again, because its provider may have reversed it. */
@Injectable()
export class CheckReversal {
  constructor(
    private readonly purchases: Purchases,
    private readonly providers: BillerProviders,
    private readonly advance: AdvancePurchase,
  ) {}

  async execute(purchaseId: string): Promise<boolean> {
    const state = await this.purchases.find(purchaseId);
    if (state?.purchase.status !== 'completed') return false;
    const provider = this.providers.find(state.attempt.provider);
    if (!provider || provider.reversedSince) return false;
    return (await this.advance.query(state)).purchase.status === 'completed';
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

/** The provider is asked about each purchase that its webhook names; what the webhook says of it is not believed. */
export class BillerWebhookHandler extends WebhookHandler {
  override readonly answer: object;

  constructor(
    readonly provider: string,
    private readonly webhooks: ProviderWebhooks,
    private readonly purchases: Purchases,
    private readonly advance: AdvancePurchase,
    private readonly syncCatalogue: SyncCatalogue,
  ) {
    super();
    this.answer = webhooks.answer;
  }

  identify(request: RawRequest): WebhookIdentity | undefined {
    return this.webhooks.identify(request);
  }

  async process(payload: string): Promise<void> {
    const { references, catalogueChanged } = this.webhooks.read(payload);
    for (const reference of references) {
      const state = await this.purchases.findByReference(this.provider, reference);
      if (state?.attempt.reference === reference) await this.advance.query(state);
    }
    if (catalogueChanged) await this.syncCatalogue.execute('all');
  }
}
