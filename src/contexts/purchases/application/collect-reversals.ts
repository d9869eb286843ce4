import { Injectable } from '@nestjs/common';
import { Clock, HOUR_MS } from '../../../kernel/clock.js';
import { AdvancePurchase } from './advance-purchase.js';
import { withTimeout } from '../../attempts/index.js';
import { type BillerProvider, BillerProviders } from '../../billers/index.js';
import { Purchases } from './ports.js';

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
