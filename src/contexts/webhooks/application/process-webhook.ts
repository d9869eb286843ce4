import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { SystemLogs } from '../../system-logs/index.js';
import { retryDelayMs } from '../domain/retry-schedule.js';
import { type AttemptResult, thrownResult } from '../domain/webhook.js';
import { DeliverWebhook } from './deliver-webhook.js';
import { EndpointConcurrency } from './endpoint-concurrency.js';
import { type ClaimedWebhook, Webhooks } from './ports.js';
import { WebhookHandlers } from './webhook-handlers.js';

/** Longer than any attempt; after a crash the webhook is retried when it expires. */
export const CLAIM_MS = 120_000;

/** Makes one attempt at a due webhook and records the result. */
@Injectable()
export class ProcessWebhook {
  readonly concurrency = new EndpointConcurrency();

  constructor(
    private readonly webhooks: Webhooks,
    private readonly handlers: WebhookHandlers,
    private readonly deliverWebhook: DeliverWebhook,
    private readonly systemLogs: SystemLogs,
    private readonly clock: Clock,
  ) {}

  /** @returns ids of webhooks that waited for this attempt's slot or end and can be tried now */
  async execute(id: string): Promise<string[]> {
    const endpointId = await this.webhooks.endpointOf(id);
    if (endpointId === undefined) return this.processClaimed(id);
    // Not claimed, it stays due.
    if (!this.concurrency.acquire(endpointId, id)) return [];
    const next: string[] = [];
    try {
      next.push(...(await this.processClaimed(id)));
    } finally {
      const waiting = this.concurrency.release(endpointId);
      if (waiting !== undefined) next.push(waiting);
    }
    return next;
  }

  /** The same for one that is known to be inbound, which waits for no endpoint. */
  async executeInbound(id: string): Promise<void> {
    await this.processClaimed(id);
  }

  private async processClaimed(id: string): Promise<string[]> {
    const webhook = await this.webhooks.claim(id, this.clock.now() + CLAIM_MS);
    return webhook ? this.finish(webhook, await this.attempt(webhook)) : [];
  }

  /** Records the result of an attempt, and counts the consecutive failures of its endpoint. @returns the id of the webhook that waited for its end */
  async finish(webhook: ClaimedWebhook, result: AttemptResult): Promise<string[]> {
    const pauseMs = result.isFinal || webhook.isManual ? undefined : retryDelayMs(webhook.attempt, Math.random());
    const nextAttemptAt = pauseMs === undefined ? undefined : this.clock.now() + pauseMs;
    if (!(await this.webhooks.finish(webhook, result, nextAttemptAt))) return [];
    if (result.error === undefined) await this.arrived(webhook);
    else if (nextAttemptAt !== undefined) return [];
    else if (!webhook.isManual) await this.givenUp(webhook, result.error);
    return this.webhooks.releaseNext([webhook]);
  }

  private async attempt(webhook: ClaimedWebhook): Promise<AttemptResult> {
    try {
      if (webhook.direction === 'outbound') return await this.deliverWebhook.execute(webhook);
      const handler = this.handlers.find(webhook.partner);
      if (!handler) return { error: `no handler for webhooks of ${webhook.partner}` };
      await handler.process(webhook.payload);
      return {};
    } catch (error) {
      return thrownResult(error);
    }
  }

  private async arrived({ direction, partner }: ClaimedWebhook): Promise<void> {
    if (direction === 'outbound') await this.deliverWebhook.arrived(partner);
  }

  private async givenUp({ id, direction, partner, event, attempt }: ClaimedWebhook, error: string): Promise<void> {
    const route = direction === 'inbound' ? `of ${partner}` : `to endpoint ${partner}`;
    // The log of a webhook that tells of a log would be told by the next one, without end.
    if (event !== 'system_log.created')
      await this.systemLogs.record({
        kind: 'error',
        description: `Webhook ${id} ${route} failed after ${attempt} attempts: ${error}`,
        key: `webhook:${id}`,
      });
    if (direction === 'outbound') await this.deliverWebhook.givenUp(partner, id);
  }
}
