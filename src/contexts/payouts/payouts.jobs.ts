import { Injectable } from '@nestjs/common';
import { LessThan } from 'typeorm';
import { Clock, DAY_MS } from '../../kernel/clock.js';
import { firstIdAt } from '../../kernel/ids.js';
import { removedBefore } from '../../platform/config/retention.js';
import { Database } from '../../platform/database/database.js';
import { removeRows } from '../../platform/database/remove-rows.js';
import { Every, Job, type JobRequest, JobQueue, OldestWaiting } from '../../platform/queue/job-queue.js';
import { PagedSweep } from '../../platform/queue/paged-sweep.js';
import { AttemptWebhooks, type DueOrder, reversalCheckDelayMs } from '../attempts/index.js';
import { PayoutAnswerRow } from './payouts.rows.js';
import { AdvancePayout, CHECK_RETURN_JOB } from './advance-payout.js';
import { Payouts } from './payouts.js';
import { TellOnItsWay } from './payout-messages.js';
import { PayoutsEnvironment } from './payouts.settings.js';
import { Contributes } from '../../kernel/registry.js';
import { PayoutProviders } from '../banks/index.js';
import { WebhookHandlerSource } from '../webhooks/index.js';

const REQUERY = 'payout.requery';
const ON_ITS_WAY = 'payout.on_its_way';

@Injectable()
export class PayoutsJobs {
  private readonly dueSweep = new PagedSweep<DueOrder>(
    (last, limit) => this.payouts.listDue(this.clock.now(), limit, last),
    (due) => this.queue.add(...due.map(({ id }) => ({ name: REQUERY, key: id, data: { payoutId: id } }))),
  );

  constructor(
    private readonly payouts: Payouts,
    private readonly advance: AdvancePayout,
    private readonly tellOnItsWay: TellOnItsWay,
    private readonly database: Database,
    private readonly settings: PayoutsEnvironment,
    private readonly queue: JobQueue,
    private readonly clock: Clock,
  ) {}

  @OldestWaiting('payout', 600_000)
  async oldestDue(): Promise<number | undefined> {
    return (await this.payouts.listDue(this.clock.now(), 1))[0]?.nextQueryAt;
  }

  /** Finds due payouts without a job. */
  @Every(1_000, 'payouts.requery')
  requeryDue(): Promise<void> {
    return this.dueSweep.run();
  }

  /** Unlimited, because an exhausted job would block the payout's questions. */
  @Job(REQUERY, {
    concurrency: 8,
    outlivesCrashes: true,
    attempts: Number.MAX_SAFE_INTEGER,
    backoffMs: [1_000, 5_000, 30_000, 60_000],
  })
  async requery({ payoutId }: { payoutId: string }): Promise<void> {
    await this.advance.queryDue(payoutId);
  }

  /** Few at once, because pending payouts come first. */
  @Job(CHECK_RETURN_JOB, { concurrency: 2, outlivesCrashes: true })
  async check({ payoutId, check }: { payoutId: string; check: number }): Promise<void> {
    if (await this.advance.isStillCompleted(payoutId)) await this.queue.add(...returnCheck(payoutId, check + 1));
  }

  @Job(ON_ITS_WAY)
  async tell({ payoutId }: { payoutId: string }): Promise<void> {
    await this.tellOnItsWay.execute(payoutId);
  }

  @Every(DAY_MS, 'payouts.cleanup')
  async removeOldAnswers(): Promise<void> {
    const before = removedBefore(this.settings.RETENTION_PAYOUT_ANSWER_DAYS, this.clock.now());
    if (before === undefined) return;
    // Their primary keys are in the order of time.
    await removeRows(this.database.repository(PayoutAnswerRow), { id: LessThan(firstIdAt(before)) });
  }
}

/** @param check from 1; none after the last */
export function returnCheck(payoutId: string, check: number): JobRequest[] {
  const delayMs = reversalCheckDelayMs(check);
  if (delayMs === undefined) return [];
  return [{ name: CHECK_RETURN_JOB, key: `${payoutId}:${check}`, data: { payoutId, check }, delayMs }];
}

export function onItsWay(payoutId: string, delayMs: number): JobRequest {
  return { name: ON_ITS_WAY, key: payoutId, data: { payoutId }, delayMs };
}

@Injectable()
@Contributes(WebhookHandlerSource)
export class PayoutsWebhooks extends WebhookHandlerSource {
  readonly handlers: readonly AttemptWebhooks[];

  constructor(providers: PayoutProviders, advance: AdvancePayout) {
    super();
    this.handlers = providers.all.flatMap(({ name, webhooks }) =>
      webhooks ? new AttemptWebhooks(name, webhooks, (payload) => advance.queryNamed(name, webhooks.read(payload))) : [],
    );
  }
}
