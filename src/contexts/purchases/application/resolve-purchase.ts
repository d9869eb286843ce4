import { Injectable } from '@nestjs/common';
import { deliverableOf } from '../../../kernel/deliverable.js';
import type { LedgerChange } from '../../../ledger/index.js';
import type { Purchase, PurchaseState } from '../domain/purchase.js';
import { Purchases } from './ports.js';
import { SettlePurchase } from './settle-purchase.js';

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
