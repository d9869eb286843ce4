import { Injectable } from '@nestjs/common';
import type { LedgerChange } from '../../../ledger/index.js';
import type { Payout, PayoutState } from '../domain/payout.js';
import { Payouts } from './ports.js';
import { SettlePayout } from './settle-payout.js';

export type PayoutResolution = 'completed' | 'failed' | 'returned';

export interface ResolvablePayout {
  readonly payout: Payout;
  /** Another one once the payout was settled, returned or given to another provider. */
  readonly version: string;
}

/** What staff decide about a payout whose provider does not say, or contradicts itself. */
@Injectable()
export class ResolvePayout {
  constructor(
    private readonly payouts: Payouts,
    private readonly settle: SettlePayout,
  ) {}

  async find(payoutId: string): Promise<ResolvablePayout | undefined> {
    const state = await this.payouts.find(payoutId);
    return state && { payout: state.payout, version: versionOf(state) };
  }

  /** The same as where the provider had said it; undefined where the payout is not in this version any more. */
  async change(payoutId: string, version: string, resolution: PayoutResolution): Promise<LedgerChange | undefined> {
    const state = await this.payouts.find(payoutId);
    if (!state || versionOf(state) !== version) return undefined;
    const { status } = state.payout;
    const raw = { code: 'staff', message: `${resolution} by a decision of staff` };
    if (status === 'pending' && resolution === 'completed')
      return this.settle.changeOf(this.settle.completion(state, { status: 'success', raw }), []);
    if (status === 'pending') return this.settle.changeOf(this.settle.refunding(state, { raw }), []);
    if (status === 'completed' && resolution !== 'completed')
      return this.settle.changeOf(this.settle.reversing(state, { raw }), []);
    return { updates: [this.payouts.unchanged(state)] };
  }
}

function versionOf({ payout, attempt }: PayoutState): string {
  return `${payout.status} ${attempt.reference}`;
}
