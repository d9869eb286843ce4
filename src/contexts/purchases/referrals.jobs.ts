import { Injectable } from '@nestjs/common';
import { Job } from '../../platform/queue/job-queue.js';
import { PayReferralBonus } from './application/pay-referral-bonus.js';
import { TakeBackReferralBonus } from './application/take-back-referral-bonus.js';
import { REFERRAL_JOB, REFERRAL_REVERSAL_JOB } from './purchases.consumer.js';

interface EndedPurchase {
  readonly purchaseId: string;
}

@Injectable()
export class ReferralsJobs {
  constructor(
    private readonly payReferralBonus: PayReferralBonus,
    private readonly takeBackReferralBonus: TakeBackReferralBonus,
  ) {}

  @Job(REFERRAL_JOB, { outlivesCrashes: true })
  rewardReferrer({ purchaseId }: EndedPurchase): Promise<void> {
    return this.payReferralBonus.execute(purchaseId);
  }

  @Job(REFERRAL_REVERSAL_JOB, { outlivesCrashes: true })
  takeBackReward({ purchaseId }: EndedPurchase): Promise<void> {
    return this.takeBackReferralBonus.execute(purchaseId);
  }
}
