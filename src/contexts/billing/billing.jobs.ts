import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import { Config } from '../../platform/config/config.js';
import { Every, Job, JobQueue, OldestWaiting } from '../../platform/queue/job-queue.js';
import { PagedSweep } from '../../platform/queue/paged-sweep.js';
import { Log } from '../../platform/telemetry/log.js';
import { CollectReversals } from './application/collect-reversals.js';
import { type DuePurchase, Purchases } from './application/ports/purchases.js';
import { Verifications } from './application/ports/verifications.js';
import { RequeryPurchase } from './application/requery-purchase.js';
import { SyncCatalogue } from './application/sync-catalogue.js';

const REQUERY = 'purchase.requery';

@Injectable()
export class BillingJobs implements OnApplicationBootstrap {
  private readonly dueSweep = new PagedSweep<DuePurchase>(
    (last, limit) => this.purchases.listDue(this.clock.now(), limit, last),
    (due) => this.queue.add(...due.map(({ id }) => ({ name: REQUERY, key: id, data: { purchaseId: id } }))),
  );

  constructor(
    private readonly purchases: Purchases,
    private readonly requeryPurchase: RequeryPurchase,
    private readonly collectReversals: CollectReversals,
    private readonly syncCatalogue: SyncCatalogue,
    private readonly verifications: Verifications,
    private readonly queue: JobQueue,
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /** A new installation needs a catalogue; a provider that is down must not prevent the start. */
  async onApplicationBootstrap(): Promise<void> {
    if (this.config.role === 'tool') return;
    try {
      await this.syncCatalogue.execute('stale');
    } catch (error) {
      this.log.problem('the catalogue could not be synced at start', error);
    }
  }

  @OldestWaiting('purchase', 600_000)
  async oldestDue(): Promise<number | undefined> {
    return (await this.purchases.listDue(this.clock.now(), 1))[0]?.nextQueryAt;
  }

  /** Finds due purchases without a job. */
  @Every(1_000, 'billing.requery')
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

  @Every(2_000, 'billing.reversals')
  async reversals(): Promise<void> {
    await this.collectReversals.execute();
  }

  @Every(600_000, 'billing.catalogue')
  async syncStale(): Promise<void> {
    await this.syncCatalogue.execute('stale');
  }

  @Every(600_000, 'billing.verifications')
  async forgetVerifications(): Promise<void> {
    await this.verifications.removeExpired();
  }
}
