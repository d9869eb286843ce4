import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../kernel/unit-of-work.js';
import { Job, OnEvent } from '../../platform/queue/job-queue.js';
import { JournalCoverage } from '../wallet/index.js';
import { PayReferralBonus } from './application/pay-referral-bonus.js';
import { endKey } from './application/settle-purchase.js';
import { TakeBackReferralBonus } from './application/take-back-referral-bonus.js';
import { BillingConsumer, REFERRAL_JOB, REFERRAL_REVERSAL_JOB } from './billing.consumer.js';
import type { PurchaseEnd } from './domain/purchase.js';

interface PurchaseEvent {
  readonly purchaseId: string;
}

/** Purchases that ended without a journal, or before their journals had a consumer. */
@Injectable()
export class BillingEvents {
  constructor(
    private readonly coverage: JournalCoverage,
    private readonly consumer: BillingConsumer,
    private readonly payReferralBonus: PayReferralBonus,
    private readonly takeBackReferralBonus: TakeBackReferralBonus,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  @OnEvent('purchase.completed')
  completed({ purchaseId }: PurchaseEvent, eventId: string): Promise<void> {
    return this.ended(purchaseId, 'completed', eventId);
  }

  @OnEvent('purchase.failed')
  failed({ purchaseId }: PurchaseEvent, eventId: string): Promise<void> {
    return this.ended(purchaseId, 'failed', eventId);
  }

  @OnEvent('purchase.reversed')
  reversed({ purchaseId }: PurchaseEvent, eventId: string): Promise<void> {
    return this.ended(purchaseId, 'reversed', eventId);
  }

  @Job(REFERRAL_JOB, { outlivesCrashes: true })
  rewardReferrer({ purchaseId }: PurchaseEvent): Promise<void> {
    return this.payReferralBonus.execute(purchaseId);
  }

  @Job(REFERRAL_REVERSAL_JOB, { outlivesCrashes: true })
  takeBackReward({ purchaseId }: PurchaseEvent): Promise<void> {
    return this.takeBackReferralBonus.execute(purchaseId);
  }

  private async ended(purchaseId: string, end: PurchaseEnd, eventId: string): Promise<void> {
    if (await this.coverage.isCommandConsumedBy(this.consumer.name, endKey(purchaseId, end))) return;
    await this.unitOfWork.run(await this.consumer.prepareEnds([{ purchaseId, end, causeId: eventId, postedAt: undefined }]));
  }
}
