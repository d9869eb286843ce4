import { SystemLogs } from '../../../../src/contexts/system-logs/index.js';
import { QueuedOutboundEvents } from '../../../../src/contexts/webhooks/adapters/queued-outbound-events.js';
import { TypeormEndpoints } from '../../../../src/contexts/webhooks/endpoints.store.js';
import { TypeormWebhooks } from '../../../../src/contexts/webhooks/webhooks.store.js';
import type { DeliverJournals } from '../../../../src/contexts/webhooks/deliver-journals.js';
import { DeliverWebhook } from '../../../../src/contexts/webhooks/deliver-webhooks.js';
import { type WebhookSender, WebhookSettings } from '../../../../src/contexts/webhooks/webhooks.js';
import { WebhookHandlers, ProcessWebhook } from '../../../../src/contexts/webhooks/process-webhooks.js';
import { WebhooksJobs } from '../../../../src/contexts/webhooks/webhooks.jobs.js';
import { KeyRing } from '../../../../src/platform/crypto/key-ring.js';
import { SecretBox } from '../../../../src/platform/crypto/secret-box.js';
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
  readonly keys: string[] = [];
  record({ key }: { readonly key?: string }): Promise<void> {
    this.keys.push(key ?? '');
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
  readonly events: QueuedOutboundEvents;
  readonly jobs: WebhooksJobs;
  readonly systemLogs = new NoSystemLogs();
  protected readonly deliver: DeliverWebhook;
  protected readonly process: ProcessWebhook;
  protected readonly queue = Object.create(JobQueue.prototype) as JobQueue;
  protected readonly log: Log;

  constructor(test: Pick<TestDatabase, 'database' | 'config'>, sender: WebhookSender) {
    const { clock } = this;
    const { database, config } = test;
    this.endpoints = new TypeormEndpoints(database, new SecretBox(new KeyRing(config)), sealsFor(test), clock);
    this.webhooks = new TypeormWebhooks(database, clock, new Metrics());
    const { systemLogs, queue } = this;
    this.deliver = new DeliverWebhook(this.endpoints, sender, systemLogs, clock);
    this.process = new ProcessWebhook(this.webhooks, new WebhookHandlers(contributionsOf()), this.deliver, systemLogs, clock);
    queue.add = (...added) => Promise.resolve(void this.queued.push(...added.map(({ key }) => key)));
    this.jobs = new WebhooksJobs(this.process, {} as DeliverJournals, this.webhooks, queue, new WebhookSettings(false, 1), clock);
    const tell = (_: string, error: unknown) => void this.problems.push(error);
    this.log = { problem: tell, warning: (_: string, __: unknown, error: unknown) => tell('', error) } as unknown as Log;
    this.events = new QueuedOutboundEvents(this.endpoints, this.webhooks, database, queue, this.log);
  }

  /** The attempts of the jobs that wait, and of those that follow from them. */
  async runJobs(): Promise<void> {
    for (let webhookId = this.queued.shift(); webhookId !== undefined; webhookId = this.queued.shift())
      await this.jobs.deliver({ webhookId });
  }

  /** Everything that is due by the clock of this process. */
  async deliverDue(): Promise<void> {
    await this.jobs.queueDue();
    await this.runJobs();
  }
}
