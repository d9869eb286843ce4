import { Injectable } from '@nestjs/common';
import { AdvancePurchase } from './advance-purchase.js';
import { BillerProviders } from '../../billers/index.js';
import { Purchases } from './ports.js';

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
