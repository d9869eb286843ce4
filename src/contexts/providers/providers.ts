import { Injectable } from '@nestjs/common';
import type { BookedAmount, ListedTransaction, Period, RecordedTransaction } from '../../kernel/provider-transactions.js';
import type { Kobo } from '../../kernel/money.js';
import { Contributions, Registry } from '../../kernel/registry.js';
import { failures, Failure } from '../../kernel/failure.js';
import { ProviderHealth } from '../../kernel/provider-health.js';
import { Clock } from '../../kernel/clock.js';
import { AuditedUnitOfWork, type StaffMember } from '../audit/index.js';

export const providersFailures = failures('providers', {
  unknown_provider: ['not_found', 'There is no such provider'],
});

export const PROVIDER_KINDS = ['biller', 'deposit', 'payout'] as const;
export type ProviderKind = (typeof PROVIDER_KINDS)[number];

/** off: by staff. set aside: it failed in a row, and is tried again by itself. */
export type ProviderState = 'in use' | 'set aside' | 'off';

export interface ProviderSwitch {
  readonly isOn: boolean;
  readonly reason: string;
  readonly changedAt: number;
}

/** Since when; undefined where it was never anything else. */
export function stateOf(
  decided: ProviderSwitch | undefined,
  setAsideSince: number | undefined,
): { readonly state: ProviderState; readonly since: number | undefined } {
  if (decided && !decided.isOn) return { state: 'off', since: decided.changedAt };
  if (setAsideSince !== undefined) return { state: 'set aside', since: setAsideSince };
  return { state: 'in use', since: decided?.changedAt };
}

/** Number of calls of this duration, in milliseconds. */
export interface TimeCount {
  readonly took: number | string | null;
  readonly total: number | string;
}

/** Undefined of nothing. */
export function medianSeconds(counts: readonly TimeCount[]): number | undefined {
  const half = counts.reduce((sum, { total }) => sum + Number(total), 0) / 2;
  let seen = 0;
  const median = counts.toSorted((a, b) => Number(a.took) - Number(b.took)).find(({ total }) => (seen += Number(total)) >= half);
  return median && Number(median.took) / 1_000;
}

/** Decisions of staff about a provider for one kind of work. A provider without a decision is on. */
export abstract class ProviderSwitches {
  /** At most two seconds old; usually from memory. */
  abstract isOn(kind: ProviderKind, provider: string): Promise<boolean>;
  abstract all(): Promise<DecidedSwitches>;
  /** In the caller's unit of work: it holds in this process from the commit on, and in others within two seconds. */
  abstract set(kind: ProviderKind, provider: string, decided: ProviderSwitch): Promise<void>;
}

/** Decisions by kind and name. */
export class DecidedSwitches {
  constructor(private readonly byKey: ReadonlyMap<string, ProviderSwitch>) {}

  static keyOf(kind: ProviderKind, provider: string): string {
    return `${kind}:${provider}`;
  }

  of(kind: ProviderKind, provider: string): ProviderSwitch | undefined {
    return this.byKey.get(DecidedSwitches.keyOf(kind, provider));
  }
}

export interface ProviderFigures {
  /** Our balance with it, as last read; undefined where it has none. */
  readonly floatKobo?: Kobo | undefined;
  /** Share in the last 24 hours, from 0 to 1; undefined where nothing ended. */
  readonly successRate: number | undefined;
  /** Over successes of the last 24 hours; undefined without one. */
  readonly medianSeconds: number | undefined;
  readonly undecided: number;
  /** Items that it sells now, and how many of them no other provider sells; undefined for kinds without items. */
  readonly sold?: { readonly items: number; readonly alone: number };
}

/** The providers of one kind, contributed by the context that uses them. */
export abstract class ProviderFigureSource {
  abstract readonly kind: ProviderKind;
  /** In the order of failover. */
  abstract readonly names: readonly string[];
  /** Figures by provider; providers without any are left out. */
  abstract figures(): Promise<ReadonlyMap<string, ProviderFigures>>;
}

@Injectable()
export class ProviderFigureSources extends Registry<ProviderFigureSource> {
  constructor(contributions: Contributions) {
    super(contributions, ProviderFigureSource, { namesOf: ({ kind }) => [kind], names: PROVIDER_KINDS });
  }

  get all(): readonly ProviderFigureSource[] {
    return this.entries;
  }

  kindsOf(provider: string): readonly ProviderKind[] {
    return this.entries.filter(({ names }) => names.includes(provider)).map(({ kind }) => kind);
  }
}

export interface ProviderRecord {
  readonly name: string;
  readonly kind: ProviderKind;
  readonly state: ProviderState;
  readonly since: number | undefined;
  /** Why staff switched it off; empty while it is on. */
  readonly reason: string;
  readonly figures: ProviderFigures;
}

export const NO_FIGURES: ProviderFigures = { successRate: undefined, medianSeconds: undefined, undecided: 0 };

@Injectable()
export class Providers {
  constructor(
    private readonly sources: ProviderFigureSources,
    private readonly switches: ProviderSwitches,
    private readonly health: ProviderHealth,
    private readonly auditedUnitOfWork: AuditedUnitOfWork,
    private readonly clock: Clock,
  ) {}

  async list(): Promise<ProviderRecord[]> {
    const decided = await this.switches.all();
    const ofSources = await Promise.all(
      this.sources.all.map(async (source) => {
        const { kind } = source;
        const known = await source.figures();
        return Promise.all(
          source.names.map(async (name) => ({
            name,
            kind,
            ...stateOf(decided.of(kind, name), await this.health.setAsideSince(name)),
            reason: reasonOf(decided.of(kind, name)),
            figures: known.get(name) ?? NO_FIGURES,
          })),
        );
      }),
    );
    return ofSources.flat();
  }

  /**
   * Whether new bills, deposits or payouts go to a provider. What it has already is asked about all the same.
   * @param kind undefined: all that it has. @throws Failure `providers.unknown_provider`
   */
  async switch(provider: string, kind: ProviderKind | undefined, isOn: boolean, reason: string, by: StaffMember): Promise<void> {
    const kinds = this.sources.kindsOf(provider).filter((each) => kind === undefined || each === kind);
    if (kinds.length === 0) throw new Failure(providersFailures.unknown_provider);
    await this.auditedUnitOfWork.execute(by, 'control_provider_update', async () => {
      const decided = await this.switches.all();
      const before = kinds.map((each) => [each, onOrOff(decided.of(each, provider)?.isOn ?? true)]);
      for (const each of kinds) await this.switches.set(each, provider, { isOn, reason, changedAt: this.clock.now() });
      return {
        subject: `provider:${provider}`,
        before: Object.fromEntries(before) as Record<string, string>,
        after: { ...Object.fromEntries(kinds.map((each) => [each, onOrOff(isOn)])), reason },
        result: undefined,
      };
    });
  }
}

function onOrOff(isOn: boolean): 'on' | 'off' {
  return isOn ? 'on' : 'off';
}

function reasonOf(decided: ProviderSwitch | undefined): string {
  return decided && !decided.isOn ? decided.reason : '';
}

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
