import { Injectable } from '@nestjs/common';
import type { BookedAmount, ListedTransaction, Period, RecordedTransaction } from '../../kernel/provider-transactions.js';
import type { Kobo } from '../../kernel/money.js';
import { Contributions, Registry } from '../../kernel/registry.js';
import { PROVIDER_KINDS, type ProviderKind } from './providers.js';

export class UnreadListing extends Error {}

/** Our records with the providers of one kind, for reconciliation; contributed by the context that uses them. */
export abstract class ProviderRecords {
  abstract readonly kind: ProviderKind;
  abstract readonly names: readonly string[];
  /** The account in which its records are booked. */
  abstract bookingAccount(provider: string): string;
  /** The account of open amounts between the provider and us. */
  abstract clearingAccount(provider: string): string;
  /** Whether anything could have happened at the provider. */
  abstract wasUsed(provider: string, period: Period): Promise<boolean>;
  /** Ordered by time, in portions; one may come twice. */
  abstract within(provider: string, period: Period): AsyncIterable<readonly RecordedTransaction[]>;
  abstract named(provider: string, names: readonly string[]): Promise<RecordedTransaction[]>;
  /** Entries of the clearing account in the period, in portions. */
  abstract booked(provider: string, period: Period): AsyncIterable<readonly BookedAmount[]>;
  /** Undefined where the provider has no interface for it. @throws UnreadListing while it is read */
  abstract list(provider: string, period: Period): AsyncIterable<readonly ListedTransaction[]> | undefined;
  /** Our balance with it now, as it states; undefined if it has no interface for it. */
  abstract balance(provider: string): Promise<Kobo | undefined>;
  /** Asks the provider about a payment that we do not have, and credits it where it is confirmed. */
  abstract collect(provider: string, line: ListedTransaction): Promise<'collected' | 'nothing' | 'unknown'>;
}

/** The parts that are reconciled under one name. */
export interface ReconciledProvider {
  readonly name: string;
  readonly provider: string;
  readonly source: ProviderRecords;
}

@Injectable()
export class ProviderRecordSources extends Registry<ProviderRecords> {
  constructor(contributions: Contributions) {
    super(contributions, ProviderRecords, { namesOf: ({ kind }) => [kind], names: PROVIDER_KINDS });
  }

  /** A provider of both kinds, as the sandbox is, has its deposits under a name of their own. */
  get all(): readonly ReconciledProvider[] {
    const all: ReconciledProvider[] = [];
    for (const source of this.entries)
      for (const provider of source.names) {
        const isTaken = all.some(({ name }) => name === provider);
        all.push({ name: isTaken ? `${provider}-${source.kind}s` : provider, provider, source });
      }
    return all;
  }

  /** The open amounts with each provider, once: its bills and payouts are cleared in one account. */
  get clearing(): readonly { readonly account: string; readonly name: string }[] {
    const named = new Map<string, string>();
    for (const { name, provider, source } of this.all) {
      const account = source.clearingAccount(provider);
      if (!named.has(account)) named.set(account, name);
    }
    return [...named].map(([account, name]) => ({ account, name }));
  }

  find(wanted: string): ReconciledProvider | undefined {
    return this.all.find(({ name }) => name === wanted);
  }
}
