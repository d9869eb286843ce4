import { Injectable } from '@nestjs/common';
import { Every, Job, JobQueue, type JobRequest, OnEvent } from '../../platform/queue/job-queue.js';
import { Webhooks } from './application/ports/webhooks.js';
import { ProcessWebhook } from './application/process-webhook.js';
import type { Direction } from './domain/webhook.js';

const DUE_AT_ONCE = 200;
const DIRECTIONS = ['inbound', 'outbound'] as const;
/** Apart, so that slow endpoints never keep money from its wallet. */
const JOBS = { inbound: 'webhook.process', outbound: 'webhook.deliver' } as const;

export function attemptJob(direction: Direction, webhookId: string): JobRequest {
  return { name: JOBS[direction], key: webhookId, data: { webhookId } };
}

interface WebhookJob {
  readonly webhookId: string;
}

/** The first attempt follows the receipt or the event; the later ones, and what was lost on the way, are found in the table. */
@Injectable()
export class WebhooksJobs {
  constructor(
    private readonly processWebhook: ProcessWebhook,
    private readonly webhooks: Webhooks,
    private readonly queue: JobQueue,
  ) {}

  @OnEvent('webhook.received')
  async processReceived({ webhookId }: WebhookJob): Promise<void> {
    await this.processWebhook.execute(webhookId);
  }

  @OnEvent('webhook.reopened')
  queueReopened({ webhookId, direction }: WebhookJob & { readonly direction: Direction }): Promise<void> {
    return this.queue.add(attemptJob(direction, webhookId));
  }

  @Job(JOBS.inbound, { concurrency: 4, attempts: 100_000 })
  async process({ webhookId }: WebhookJob): Promise<void> {
    await this.processWebhook.execute(webhookId);
  }

  /** Mostly waiting for others. What its endpoint had no room for follows at once, not only when it is found due. */
  @Job(JOBS.outbound, { concurrency: 16, attempts: 100_000 })
  async deliver({ webhookId }: WebhookJob): Promise<void> {
    const next = await this.processWebhook.execute(webhookId);
    if (next !== undefined) await this.queue.add(attemptJob('outbound', next));
  }

  @Every(5_000, 'webhooks.due')
  async queueDue(): Promise<void> {
    for (const direction of DIRECTIONS) {
      const due = await this.webhooks.due(direction, DUE_AT_ONCE);
      await this.queue.add(...due.map((webhookId) => attemptJob(direction, webhookId)));
    }
  }
}
