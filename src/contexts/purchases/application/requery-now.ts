import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { AskNow, BackgroundWork } from '../../attempts/index.js';
import type { PurchaseState } from '../domain/purchase.js';
import { AdvancePurchase } from './advance-purchase.js';
import { Purchases } from './ports.js';
import { PurchaseSettings } from './purchase-settings.js';

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
