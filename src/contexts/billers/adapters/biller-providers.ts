import {
  BillerProvider,
  BillerProviders,
  type CustomerQuestion,
  type ProviderCapabilities,
  type ProviderWebhooks,
  type Submission,
  type SubmittedPurchase,
  type VerifiedCustomer,
} from '../biller-provider.js';
import type { Kobo } from '../../../kernel/money.js';
import type { ListedTransaction, Period } from '../../../kernel/provider-transactions.js';
import type { Metrics } from '../../../platform/telemetry/metrics.js';
import { describeTrace, traced } from '../../../platform/telemetry/tracing.js';
import type { Listing } from '../../../kernel/listing.js';
import { outcomeName, type ProviderOutcome } from '../../../kernel/provider-outcome.js';

/** In the order in which they are given, which is the order of failover. */
export class ConfiguredBillerProviders extends BillerProviders {
  private readonly byName: ReadonlyMap<string, BillerProvider>;

  constructor(readonly all: readonly BillerProvider[]) {
    super();
    this.byName = new Map(all.map((provider) => [provider.name, provider]));
  }

  find(name: string): BillerProvider | undefined {
    return this.byName.get(name);
  }
}

/** Counts the calls of another one, with their outcomes and seconds. */
export class MeasuredBillerProvider extends BillerProvider {
  readonly name: string;
  override readonly webhooks?: ProviderWebhooks;

  /** @param floatRefused told of each submit that is refused because our balance is too low */
  constructor(
    private readonly provider: BillerProvider,
    private readonly metrics: Metrics,
    private readonly floatRefused: (provider: string) => void,
  ) {
    super();
    this.name = provider.name;
    if (provider.webhooks) this.webhooks = provider.webhooks;
    // Only what the provider has, because callers ask whether it is there.
    if (provider.price) this.price = (item, signal) => this.read('price', () => provider.price!(item, signal));
    if (provider.reversedSince)
      this.reversedSince = (since, signal) => this.read('reversals', () => provider.reversedSince!(since, signal));
    if (provider.deliverablesIn) this.deliverablesIn = (body, purchase) => provider.deliverablesIn!(body, purchase);
    if (provider.balance) this.balance = (signal): Promise<Kobo> => this.read('balance', () => provider.balance!(signal));
  }

  get capabilities(): ProviderCapabilities {
    return this.provider.capabilities;
  }

  newReference(): string {
    return this.provider.newReference();
  }

  list(signal: AbortSignal): Promise<Listing> {
    return this.read('list', () => this.provider.list(signal));
  }

  verifyCustomer(question: CustomerQuestion, signal: AbortSignal): Promise<VerifiedCustomer | undefined> {
    return this.read('verify_customer', () => this.provider.verifyCustomer(question, signal));
  }

  async submit(submission: Submission, signal: AbortSignal): Promise<ProviderOutcome> {
    const outcome = await this.measured('submit', outcomeName, () => this.provider.submit(submission, signal));
    if (outcome.status === 'failed' && outcome.errorClass === 'provider_float') this.floatRefused(this.name);
    return outcome;
  }

  query(reference: string, signal: AbortSignal, purchase: SubmittedPurchase): Promise<ProviderOutcome> {
    return this.measured('query', outcomeName, () => this.provider.query(reference, signal, purchase));
  }

  override transactions(period: Period): AsyncIterable<readonly ListedTransaction[]> | undefined {
    return this.provider.transactions(period);
  }

  private read<T>(call: string, work: () => Promise<T>): Promise<T> {
    return this.measured(call, () => 'answered', work);
  }

  private measured<T>(call: string, labelOf: (result: T) => string, work: () => Promise<T>): Promise<T> {
    return traced(`provider ${this.name} ${call}`, {}, () => this.counted(call, labelOf, work));
  }

  private async counted<T>(call: string, labelOf: (result: T) => string, work: () => Promise<T>): Promise<T> {
    const begun = performance.now();
    let outcome = 'error';
    try {
      const result = await work();
      outcome = labelOf(result);
      return result;
    } finally {
      describeTrace(`provider ${this.name} ${call}`, { 'harmattan.outcome': outcome }, outcome === 'error');
      this.metrics.providerCall(this.name, call, outcome, performance.now() - begun);
    }
  }
}
