import { SystemLogs } from '../../../../src/contexts/system-logs/index.js';
import { BulkWebhookSender, QueuedOutboundEvents } from '../../../../src/contexts/webhooks/adapters/queued-outbound-events.js';
import { TypeormEndpoints } from '../../../../src/contexts/webhooks/endpoints.store.js';
import { TypeormFirstAttempts } from '../../../../src/contexts/webhooks/first-attempts.store.js';
import { TypeormWebhooks } from '../../../../src/contexts/webhooks/webhooks.store.js';
import { DeliverFirstAttempts } from '../../../../src/contexts/webhooks/first-attempts.js';
import { DeliverWebhook } from '../../../../src/contexts/webhooks/deliver-webhooks.js';
import { type WebhookSender, WebhookSettings } from '../../../../src/contexts/webhooks/webhooks.js';
import { WebhookHandlers, ProcessWebhook } from '../../../../src/contexts/webhooks/process-webhooks.js';
import { WebhooksJobs } from '../../../../src/contexts/webhooks/webhooks.jobs.js';
import { KeyRing } from '../../../../src/platform/crypto/key-ring.js';
import { SecretBox } from '../../../../src/platform/crypto/secret-box.js';
import type { ContinuousWork, Round } from '../../../../src/platform/queue/continuous-work.js';
import { JobQueue } from '../../../../src/platform/queue/job-queue.js';
import type { Log } from '../../../../src/platform/telemetry/log.js';
import { Metrics } from '../../../../src/platform/telemetry/metrics.js';
import { ManualClock } from '../../../support/clocks.js';
import { sealsFor } from '../../../support/seals.js';
import type { TestDatabase } from '../../../support/test-database.js';
import { contributionsOf } from '../../../support/contributions.js';

export class NoSystemLogs extends SystemLogs {
  toRow(): never {
    throw new Error('nothing of webhooks is in the ledger');
  }
  record(): Promise<void> {
    return Promise.resolve();
  }
}

/** What one process does with webhooks, with a clock of its own, step by step. */
export class WebhookProcess {
  readonly clock = new ManualClock();
  readonly problems: unknown[] = [];
  /** Ids of the webhooks whose jobs wait. */
  readonly queued: string[] = [];
  readonly endpoints: TypeormEndpoints;
  readonly webhooks: TypeormWebhooks;
  readonly firstAttempts: TypeormFirstAttempts;
  readonly events: QueuedOutboundEvents;
  readonly jobs: WebhooksJobs;
  readonly bulk: BulkWebhookSender;
  private round: () => Promise<boolean> = () => Promise.resolve(false);

  constructor(test: TestDatabase, sender: WebhookSender) {
    const { clock } = this;
    const { database, config } = test;
    this.endpoints = new TypeormEndpoints(database, new SecretBox(new KeyRing(config)), sealsFor(test), clock);
    this.firstAttempts = new TypeormFirstAttempts(database, clock, new Metrics());
    this.webhooks = new TypeormWebhooks(database, this.firstAttempts, clock, new Metrics());
    const systemLogs = new NoSystemLogs();
    const deliver = new DeliverWebhook(this.endpoints, sender, systemLogs, clock);
    const process = new ProcessWebhook(this.webhooks, new WebhookHandlers(contributionsOf()), deliver, systemLogs, clock);
    const queue = Object.create(JobQueue.prototype) as JobQueue;
    queue.add = (...added) => Promise.resolve(void this.queued.push(...added.map(({ key }) => key)));
    this.jobs = new WebhooksJobs(process, this.webhooks, queue, new WebhookSettings(false, 1), clock);
    const work = {
      add: (_: string, given: Round) => ((this.round = () => given(new AbortController().signal)), () => undefined),
    } as unknown as ContinuousWork;
    const log = { problem: (_: string, error: unknown) => this.problems.push(error) } as unknown as Log;
    const page = new DeliverFirstAttempts(this.firstAttempts, deliver, process, clock);
    this.bulk = new BulkWebhookSender(work, this.webhooks, this.firstAttempts, page, queue, log);
    this.events = new QueuedOutboundEvents(this.endpoints, this.webhooks, database, this.bulk);
  }

  /** Makes first attempts at one page of each endpoint, and waits for their end. */
  async deliverPages(): Promise<void> {
    await this.round();
    await this.bulk.pagesEnd();
  }

  /** The attempts of the jobs that wait, and of those that follow from them. */
  async runJobs(): Promise<void> {
    for (let webhookId = this.queued.shift(); webhookId !== undefined; webhookId = this.queued.shift())
      await this.jobs.deliver({ webhookId });
  }

  /** Everything that is due by the clock of this process. */
  async deliverDue(): Promise<void> {
    await this.deliverPages();
    await this.jobs.queueDue();
    await this.runJobs();
  }
}
