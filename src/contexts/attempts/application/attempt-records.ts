import type { Kobo } from '../../../kernel/money.js';
import type { BookedAmount, ListedTransaction, Period, RecordedTransaction } from '../../../kernel/provider-transactions.js';
import { providerClearing, providerHeld } from '../../../ledger/index.js';
import { ProviderRecords } from '../../providers/index.js';
import type { AttemptHistory, AttemptNoun } from './attempt-history.js';
import type { AttemptProvider } from './attempt-provider.js';
import { withTimeout } from './with-timeout.js';

interface ListingProvider extends AttemptProvider {
  /** Undefined where the provider has no list, and gives a settlement file. */
  transactions(period: Period): AsyncIterable<readonly ListedTransaction[]> | undefined;
}

interface Providers {
  readonly all: readonly ListingProvider[];
  find(name: string): ListingProvider | undefined;
}

/** For reconciliation: what we ordered of providers, and what they say of it. */
export abstract class AttemptRecords extends ProviderRecords {
  constructor(
    private readonly noun: AttemptNoun,
    private readonly providers: Providers,
    private readonly history: AttemptHistory,
  ) {
    super();
  }

  get names(): readonly string[] {
    return this.providers.all.map(({ name }) => name);
  }

  bookingAccount(provider: string): string {
    return providerHeld(provider);
  }

  clearingAccount(provider: string): string {
    return providerClearing(provider);
  }

  wasUsed(provider: string, period: Period): Promise<boolean> {
    return this.history.wasUsed(this.noun, provider, period);
  }

  within(provider: string, period: Period): AsyncIterable<RecordedTransaction[]> {
    return this.history.within(this.noun, provider, period);
  }

  booked(provider: string, period: Period): AsyncIterable<BookedAmount[]> {
    return this.history.booked(this.noun, provider, period);
  }

  named(provider: string, names: readonly string[]): Promise<RecordedTransaction[]> {
    return this.history.named(this.noun, provider, names);
  }

  list(provider: string, period: Period): AsyncIterable<readonly ListedTransaction[]> | undefined {
    return this.providers.find(provider)?.transactions(period);
  }

  async balance(name: string): Promise<Kobo | undefined> {
    const provider = this.providers.find(name);
    if (!provider?.balance) return undefined;
    return withTimeout(provider.capabilities.readTimeoutMs, (signal) => provider.balance!(signal));
  }

  /** Nothing follows from an order that is not ours. */
  collect(): Promise<'nothing'> {
    return Promise.resolve('nothing');
  }
}
