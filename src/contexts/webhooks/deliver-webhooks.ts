import type { OutboundEvent } from '../../kernel/told.js';
import { Endpoints, MAX_CONSECUTIVE_FAILURES } from './endpoints.js';
import {
  batchOf,
  type ClaimedWebhook,
  messageSignature,
  type NewWebhook,
  type AttemptResult,
  WebhookSender,
} from './webhooks.js';
import { Injectable } from '@nestjs/common';
import { newId } from '../../kernel/ids.js';
import { Clock, toSeconds, wallTime } from '../../kernel/clock.js';
import { SystemLogs } from '../system-logs/index.js';

/** Writes webhooks, which jobs attempt. */
export abstract class OutboundEvents {
  /** Finds the endpoints for many events; the function that it returns writes the webhooks in the caller's unit of work. */
  abstract prepareAll(events: readonly OutboundEvent[]): Promise<() => Promise<void>>;
  /** In the caller's unit of work; those whose event exists at the endpoint are skipped. */
  abstract add(webhooks: readonly NewWebhook[]): Promise<void>;
}

export interface Target {
  readonly url: string;
  /** The valid secrets, newest first. */
  readonly secrets: readonly string[];
  /** Events in one request at most. */
  readonly batch: number;
}

export type EndpointTarget = Target | { readonly error: string; readonly isFinal: true };

/** Sends a webhook to its endpoint with a new signature, and counts the endpoint's consecutive failures. */
@Injectable()
export class DeliverWebhook {
  constructor(
    private readonly endpoints: Endpoints,
    private readonly sender: WebhookSender,
    private readonly systemLogs: SystemLogs,
    private readonly clock: Clock,
  ) {}

  /** @throws Error when the endpoint did not answer */
  async execute(webhook: ClaimedWebhook): Promise<AttemptResult> {
    const target = await this.targetOf(webhook.partner);
    return 'error' in target ? target : this.send(target, [webhook]);
  }

  async targetOf(endpointId: string): Promise<EndpointTarget> {
    const endpoint = await this.endpoints.find(endpointId);
    if (!endpoint) return { error: 'the endpoint was removed', isFinal: true };
    if (endpoint.status !== 'active') return { error: 'the endpoint is off', isFinal: true };
    return { url: endpoint.url, secrets: await this.endpoints.secrets(endpointId), batch: endpoint.batch };
  }

  /** Several in one request. @throws Error when the endpoint did not answer */
  async send({ url, secrets }: Target, webhooks: readonly Pick<NewWebhook, 'id' | 'payload'>[]): Promise<AttemptResult> {
    const now = wallTime(this.clock);
    const { id, payload } = webhooks.length === 1 ? webhooks[0]! : batchOf(webhooks, now);
    const timestamp = toSeconds(now);
    const headers = {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': messageSignature(secrets, id, timestamp, payload),
    };
    const delivery = await this.sender.send({ url, headers, body: payload });
    if ('refused' in delivery) return { error: delivery.refused, isFinal: true };
    const { status } = delivery;
    return status >= 200 && status < 300
      ? { httpStatus: status }
      : { error: `the endpoint answered ${status}`, httpStatus: status };
  }

  arrived(endpointId: string): Promise<void> {
    return this.endpoints.resetFailures(endpointId);
  }

  async givenUp(endpointId: string, webhookId: string): Promise<void> {
    if (await this.endpoints.countFailure(endpointId, MAX_CONSECUTIVE_FAILURES))
      // Keyed by webhook as well, because an endpoint can be disabled again later.
      await this.isOff(endpointId, `${MAX_CONSECUTIVE_FAILURES} webhooks in a row were given up`, webhookId);
  }

  /** The cursor of the endpoint has waited to the end of the schedule. */
  async unanswered(endpointId: string): Promise<void> {
    if (await this.endpoints.disable(endpointId)) await this.isOff(endpointId, 'it has not answered for 28 hours', newId());
  }

  private isOff(endpointId: string, reason: string, cause: string): Promise<void> {
    const description = `Webhook endpoint ${endpointId} is off: ${reason}`;
    return this.systemLogs.record({ kind: 'warning', description, key: `webhook-endpoint:${endpointId}:${cause}` });
  }
}

/** Longer than any attempt; after a crash the webhook is retried when it expires. */
export const CLAIM_MS = 120_000;

/** Concurrent attempts at one endpoint in this process, so that a hanging subscriber does not block the others. */
export const MAX_CONCURRENT_ATTEMPTS = 4;

/** Webhooks beyond that are found in the table again. */
const MAX_WAITING = 1_000;

interface Queue {
  taken: number;
  readonly waiting: Set<string>;
}

/** Limits concurrent attempts by endpoint, in this process. Forgets an endpoint after its last attempt. */
export class EndpointConcurrency {
  private readonly queues = new Map<string, Queue>();

  /** False when all slots are taken: the webhook then waits until `release` returns it. */
  acquire(endpointId: string, webhookId: string): boolean {
    const queue = this.queues.get(endpointId) ?? { taken: 0, waiting: new Set() };
    this.queues.set(endpointId, queue);
    if (queue.taken < MAX_CONCURRENT_ATTEMPTS) {
      queue.taken++;
      queue.waiting.delete(webhookId);
      return true;
    }
    if (queue.waiting.size < MAX_WAITING) queue.waiting.add(webhookId);
    return false;
  }

  /** Takes the free slots of an endpoint but one, which is left to jobs. @returns how many */
  acquireForRun(endpointId: string): number {
    const queue = this.queues.get(endpointId) ?? { taken: 0, waiting: new Set() };
    const free = Math.max(0, MAX_CONCURRENT_ATTEMPTS - 1 - queue.taken);
    queue.taken += free;
    if (free > 0) this.queues.set(endpointId, queue);
    return free;
  }

  /** Frees a slot. @returns the webhook that has waited longest, removed from the queue */
  release(endpointId: string): string | undefined {
    const queue = this.queues.get(endpointId)!;
    queue.taken--;
    const [next] = queue.waiting;
    if (next !== undefined) queue.waiting.delete(next);
    if (queue.taken === 0 && queue.waiting.size === 0) this.queues.delete(endpointId);
    return next;
  }
}
