import { Injectable } from '@nestjs/common';
import type { OutboundEvent } from '../../../kernel/told.js';
import { Database } from '../../../platform/database/database.js';
import { JobQueue } from '../../../platform/queue/job-queue.js';
import { Log } from '../../../platform/telemetry/log.js';
import { OutboundEvents } from '../deliver-webhooks.js';
import { Endpoints, wants } from '../endpoints.js';
import { type InSequence, type NewWebhook, outboundWebhook, Webhooks } from '../webhooks.js';
import { attemptJob } from '../webhooks.jobs.js';

/** Writes a webhook for each event and endpoint, with a job for its first attempt. */
@Injectable()
export class QueuedOutboundEvents extends OutboundEvents {
  constructor(
    private readonly endpoints: Endpoints,
    private readonly webhooks: Webhooks,
    private readonly database: Database,
    private readonly queue: JobQueue,
    private readonly log: Log,
  ) {
    super();
  }

  async prepareAll(events: readonly OutboundEvent[]): Promise<() => Promise<void>> {
    const active = await this.endpoints.active();
    const webhooks = events.flatMap((event) =>
      active.filter((endpoint) => wants(endpoint, event.name)).map(({ id }) => outboundWebhook(id, event)),
    );
    return () => this.add(webhooks);
  }

  async add(webhooks: readonly NewWebhook[]): Promise<void> {
    if (webhooks.length === 0) return;
    const heldBack = await this.webhooks.addAll(webhooks);
    const waiting = new Set(heldBack.map(({ id }) => id));
    await this.queue.add(...webhooks.filter(({ id }) => !waiting.has(id)).map(({ id }) => attemptJob('outbound', id)));
    if (heldBack.length > 0) this.database.afterCommit(() => void this.releaseNext(heldBack));
  }

  /** The one before them may have ended by the commit. */
  private async releaseNext(heldBack: readonly InSequence[]): Promise<void> {
    try {
      const released = await this.webhooks.releaseNext(heldBack);
      await this.queue.add(...released.map((id) => attemptJob('outbound', id)));
    } catch (error) {
      this.log.problem('webhooks that wait could not be looked after', error);
    }
  }
}
