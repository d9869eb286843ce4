import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { AdvancePurchase } from './advance-purchase.js';
import { Purchases } from './ports.js';

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
