import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import { Every, Job, JobQueue } from '../../platform/queue/job-queue.js';
import { PagedSweep } from '../../platform/queue/paged-sweep.js';
import { PUSH_JOB, pushJob } from './adapters/queue/queued-push.js';
import { MailedStaffAlerts } from './adapters/typeorm/mailed-staff-alerts.js';
import { TypeormPushDeliveries } from './adapters/typeorm/typeorm-push-deliveries.js';
import { DeliverPush, PUSH_TTL_MS } from './application/deliver-push.js';
import { ReadPushReceipts } from './application/read-push-receipts.js';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;
/** FCM asks for at least ten seconds after an error and a minute after a rate limit. */
const BACKOFF_MS = [10 * SECOND, MINUTE, 5 * MINUTE, 10 * MINUTE, 30 * MINUTE, 60 * MINUTE];
/** More than a day in all: the last attempt finds the message too old. */
const ATTEMPTS = 30;

const STALE_MS = 2 * MINUTE;
const PAGE = 200;
/** Longer than an event can be repeated, so that its key stays known. */
const RETENTION_MS = 30 * DAY;

@Injectable()
export class NotificationsJobs {
  private readonly waitingSweep = new PagedSweep<{ id: string; messageKey: string }>(
    (last, limit) => {
      const now = this.clock.now();
      return this.deliveries.listStale(now - PUSH_TTL_MS, now - STALE_MS, last?.id ?? '', limit);
    },
    (page) => this.queue.add(...[...new Set(page.map(({ messageKey }) => messageKey))].map(pushJob)),
  );

  constructor(
    private readonly deliverPush: DeliverPush,
    private readonly readPushReceipts: ReadPushReceipts,
    private readonly deliveries: TypeormPushDeliveries,
    private readonly staffAlerts: MailedStaffAlerts,
    private readonly queue: JobQueue,
    private readonly clock: Clock,
  ) {}

  @Job(PUSH_JOB, { concurrency: 16, attempts: ATTEMPTS, backoffMs: BACKOFF_MS })
  deliver({ messageKey }: { readonly messageKey: string }): Promise<void> {
    return this.deliverPush.execute(messageKey);
  }

  @Every(5 * MINUTE, 'push.receipts')
  readReceipts(): Promise<void> {
    return this.readPushReceipts.execute();
  }

  /** Adds a job for messages that still wait and have none. */
  @Every(MINUTE, 'push.sweep')
  sweep(): Promise<void> {
    return this.waitingSweep.run();
  }

  @Every(30 * SECOND, 'staff_alerts.mail')
  mailStaffAlerts(): Promise<void> {
    return this.staffAlerts.mail();
  }

  @Every(DAY, 'push.cleanup')
  async removeOld(): Promise<void> {
    const before = this.clock.now() - RETENTION_MS;
    while ((await this.deliveries.remove(before, PAGE)) === PAGE);
  }
}
