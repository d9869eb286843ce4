import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import { Every, Job, JobQueue, OldestWaiting } from '../../platform/queue/job-queue.js';
import { PagedSweep } from '../../platform/queue/paged-sweep.js';
import { CollectReversals } from './application/collect-reversals.js';
import { type DuePurchase, Purchases, Verifications } from './application/ports.js';
import { RequeryPurchase } from './application/requery-purchase.js';

const REQUERY = 'purchase.requery';

@Injectable()
export class PurchasesJobs {
  private readonly dueSweep = new PagedSweep<DuePurchase>(
    (last, limit) => this.purchases.listDue(this.clock.now(), limit, last),
    (due) => this.queue.add(...due.map(({ id }) => ({ name: REQUERY, key: id, data: { purchaseId: id } }))),
  );

  constructor(
    private readonly purchases: Purchases,
    private readonly requeryPurchase: RequeryPurchase,
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
    await this.requeryPurchase.execute(purchaseId);
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
