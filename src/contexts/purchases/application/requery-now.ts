import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import type { PurchaseState, PurchaseStatus } from '../domain/purchase.js';
import { AdvancePurchase } from './advance-purchase.js';
import { PurchaseSettings } from './purchase-settings.js';
import { BackgroundWork } from '../../billers/index.js';
import { Purchases } from './ports.js';
import { resolvedWithin } from './resolved-within.js';

/** `isAnswered`: the provider answered in time; where not, the question goes on. */
export interface RequeryAnswer {
  readonly status: PurchaseStatus;
  readonly isAnswered: boolean;
}

/** Asks the provider of a purchase now, whatever its state and schedule, and does what follows from the answer. */
@Injectable()
export class RequeryNow {
  constructor(
    private readonly purchases: Purchases,
    private readonly advance: AdvancePurchase,
    private readonly background: BackgroundWork,
    private readonly settings: PurchaseSettings,
    private readonly clock: Clock,
  ) {}

  async statusOf(purchaseId: string): Promise<PurchaseStatus | undefined> {
    return (await this.purchases.find(purchaseId))?.purchase.status;
  }

  async execute(purchaseId: string): Promise<RequeryAnswer> {
    const state = await this.purchases.find(purchaseId);
    if (!state) throw new Error(`purchase ${purchaseId} is gone`);
    if (await this.isBeingSubmitted(state)) return { status: state.purchase.status, isAnswered: false };
    const asked = this.background.keep('asking about a purchase', this.advance.query(state));
    const now = await resolvedWithin(this.settings.answerWithinMs, asked);
    return { status: (now ?? state).purchase.status, isAnswered: now !== undefined };
  }

  /** A question must not overtake the submit, which would then follow its answer. */
  private async isBeingSubmitted({ purchase, attempt }: PurchaseState): Promise<boolean> {
    const { status, queries, nextQueryAt } = purchase;
    if (status !== 'pending' || queries > 0 || nextQueryAt === undefined || nextQueryAt <= this.clock.now()) return false;
    return !(await this.purchases.isAnswered(attempt));
  }
}
