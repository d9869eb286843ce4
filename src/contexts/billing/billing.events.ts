import { Injectable } from '@nestjs/common';
import { OnEvent } from '../../platform/queue/job-queue.js';
import { PayReferralBonus } from './application/pay-referral-bonus.js';
import { REFERRAL_PURCHASE_KOBO } from './domain/rewards.js';

@Injectable()
export class BillingEvents {
  constructor(private readonly payReferralBonus: PayReferralBonus) {}

  @OnEvent('purchase.completed')
  async rewardReferrer({ purchaseId, amountKobo }: { purchaseId: string; amountKobo: number }): Promise<void> {
    // Most purchases are too small for a bonus and need no query.
    if (amountKobo >= REFERRAL_PURCHASE_KOBO) await this.payReferralBonus.execute(purchaseId);
  }
}
