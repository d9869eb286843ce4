import { Injectable } from '@nestjs/common';
import { JobQueue, type JobRequest, Every, Job } from '../../platform/queue/job-queue.js';
import { Push, PushDevices, type PushMessage, type PushRequest, PUSH_TTL_MS, PushDeliveries, PushMessages } from './push.js';
import { Clock } from '../../kernel/clock.js';
import { PagedSweep } from '../../platform/queue/paged-sweep.js';
import { MailedStaffAlerts } from './notifications.store.js';

const PUSH_JOB = 'push';

function pushJob(messageKey: string): JobRequest {
  return { name: PUSH_JOB, key: messageKey, data: { messageKey } };
}

@Injectable()
export class QueuedPush extends Push {
  constructor(
    private readonly devices: PushDevices,
    private readonly deliveries: PushDeliveries,
    private readonly queue: JobQueue,
  ) {
    super();
  }

  async send(userId: string, message: PushMessage, messageKey: string): Promise<void> {
    const active = (await this.devices.list(userId)).filter(({ status }) => status === 'active');
    if (active.length === 0) return;
    await this.deliveries.add({ messageKey, userId, registrationIds: active.map(({ id }) => id), message });
    await this.queue.add(pushJob(messageKey));
  }

  async prepareAll(requests: readonly PushRequest[]): Promise<() => Promise<void>> {
    const devices = await this.devices.activeOf([...new Set(requests.map(({ userId }) => userId))]);
    const messages = requests.filter(({ userId }) => devices.has(userId));
    return async () => {
      for (const { userId, message, key: messageKey } of messages)
        await this.deliveries.add({ messageKey, userId, registrationIds: devices.get(userId)!, message });
      await this.queue.add(...messages.map(({ key }) => pushJob(key)));
    };
  }
}

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
    private readonly pushMessages: PushMessages,
    private readonly deliveries: PushDeliveries,
    private readonly staffAlerts: MailedStaffAlerts,
    private readonly queue: JobQueue,
    private readonly clock: Clock,
  ) {}

  @Job(PUSH_JOB, { concurrency: 16, attempts: ATTEMPTS, backoffMs: BACKOFF_MS })
  deliver({ messageKey }: { readonly messageKey: string }): Promise<void> {
    return this.pushMessages.deliver(messageKey);
  }

  @Every(5 * MINUTE, 'push.receipts')
  readReceipts(): Promise<void> {
    return this.pushMessages.readReceipts();
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
