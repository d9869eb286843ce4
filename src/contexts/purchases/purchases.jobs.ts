import { Injectable } from '@nestjs/common';
import { Clock, DAY_MS } from '../../kernel/clock.js';
import { Every, Job, JobQueue, OldestWaiting, type JobRequest } from '../../platform/queue/job-queue.js';
import { PagedSweep } from '../../platform/queue/paged-sweep.js';
import { AdvancePurchase, CollectReversals } from './advance-purchase.js';
import { Purchases } from './purchases.js';
import { Verifications } from './order.js';
import { LessThan } from 'typeorm';
import { firstIdAt } from '../../kernel/ids.js';
import { removedBefore } from '../../platform/config/retention.js';
import { Database } from '../../platform/database/database.js';
import { removeRows } from '../../platform/database/remove-rows.js';
import { PurchaseAnswerRow, PurchaseRawAnswerRow } from './purchases.rows.js';
import { PurchasesEnvironment } from './purchases.settings.js';
import { PayReferralBonus, TakeBackReferralBonus } from './referrals.js';
import { AttemptWebhooks, type DueOrder, reversalCheckDelayMs } from '../attempts/index.js';
import { Contributes } from '../../kernel/registry.js';
import { WebhookHandlerSource } from '../webhooks/index.js';
import { BillerProviders } from '../billers/index.js';
import { SyncCatalogue } from '../catalogue/index.js';

export const REFERRAL_JOB = 'referral.bonus';

export const REFERRAL_REVERSAL_JOB = 'referral.take_back';

const REQUERY = 'purchase.requery';

const CHECK_REVERSAL = 'purchase.check_reversal';

@Injectable()
export class PurchasesJobs {
  private readonly dueSweep = new PagedSweep<DueOrder>(
    (last, limit) => this.purchases.listDue(this.clock.now(), limit, last),
    (due) => this.queue.add(...due.map(({ id }) => ({ name: REQUERY, key: id, data: { purchaseId: id } }))),
  );

  constructor(
    private readonly purchases: Purchases,
    private readonly advance: AdvancePurchase,
    private readonly collectReversals: CollectReversals,
    private readonly verifications: Verifications,
    private readonly queue: JobQueue,
    private readonly clock: Clock,
  ) {}

  @OldestWaiting('purchase', 600_000)
  async oldestDue(): Promise<number | undefined> {
    return (await this.purchases.listDue(this.clock.now(), 1))[0]?.nextQueryAt;
  }

  /** Finds due purchases without a job. */
  @Every(1_000, 'purchases.requery')
  requeryDue(): Promise<void> {
    return this.dueSweep.run();
  }

  /** Unlimited, because an exhausted job would block the purchase's queries. */
  @Job(REQUERY, {
    concurrency: 8,
    outlivesCrashes: true,
    attempts: Number.MAX_SAFE_INTEGER,
    backoffMs: [1_000, 5_000, 30_000, 60_000],
  })
  async requery({ purchaseId }: { purchaseId: string }): Promise<void> {
    await this.advance.queryDue(purchaseId);
  }

  /** Few at once, because pending purchases come first. */
  @Job(CHECK_REVERSAL, { concurrency: 2, outlivesCrashes: true })
  async check({ purchaseId, check }: { purchaseId: string; check: number }): Promise<void> {
    if (await this.advance.isStillCompleted(purchaseId)) await this.queue.add(...reversalCheck(purchaseId, check + 1));
  }

  @Every(2_000, 'purchases.reversals')
  async reversals(): Promise<void> {
    await this.collectReversals.execute();
  }

  @Every(600_000, 'purchases.verifications')
  async forgetVerifications(): Promise<void> {
    await this.verifications.removeExpired();
  }
}

@Injectable()
export class PurchaseAnswersJobs {
  constructor(
    private readonly database: Database,
    private readonly settings: PurchasesEnvironment,
    private readonly clock: Clock,
  ) {}

  @Every(DAY_MS, 'purchases.cleanup')
  async removeOld(): Promise<void> {
    const { RETENTION_PURCHASE_ANSWER_DAYS, RETENTION_RAW_ANSWER_DAYS } = this.settings;
    await this.removeOlder(PurchaseAnswerRow, RETENTION_PURCHASE_ANSWER_DAYS);
    await this.removeOlder(PurchaseRawAnswerRow, RETENTION_RAW_ANSWER_DAYS);
  }

  private async removeOlder(row: new () => PurchaseAnswerRow | PurchaseRawAnswerRow, days: number): Promise<void> {
    const before = removedBefore(days, this.clock.now());
    if (before === undefined) return;
    // Their primary keys are in the order of time.
    await removeRows(this.database.repository(row), { id: LessThan(firstIdAt(before)) });
  }
}

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

/** @param check from 1; none after the last */
export function reversalCheck(purchaseId: string, check: number): JobRequest[] {
  const delayMs = reversalCheckDelayMs(check);
  if (delayMs === undefined) return [];
  return [{ name: CHECK_REVERSAL, key: `${purchaseId}:${check}`, data: { purchaseId, check }, delayMs }];
}

@Injectable()
@Contributes(WebhookHandlerSource)
export class PurchasesWebhooks extends WebhookHandlerSource {
  readonly handlers: readonly AttemptWebhooks[];

  constructor(providers: BillerProviders, advance: AdvancePurchase, syncCatalogue: SyncCatalogue) {
    super();
    this.handlers = providers.all.flatMap(({ name, webhooks }) => {
      if (!webhooks) return [];
      return new AttemptWebhooks(name, webhooks, async (payload) => {
        const { references, catalogueChanged } = webhooks.read(payload);
        await advance.queryNamed(name, references);
        if (catalogueChanged) await syncCatalogue.execute('all');
      });
    });
  }
}
