import { Injectable } from '@nestjs/common';
import { Clock, toSeconds, wallTime } from '../../../kernel/clock.js';
import { SystemLogs } from '../../system-logs/index.js';
import { MAX_CONSECUTIVE_FAILURES } from '../domain/endpoint.js';
import { messageSignature } from '../domain/message-signature.js';
import type { AttemptResult } from '../domain/webhook.js';
import { type ClaimedWebhook, Endpoints, WebhookSender } from './ports.js';

export interface Target {
  readonly url: string;
  /** The valid secrets, newest first. */
  readonly secrets: readonly string[];
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
    return 'error' in target ? target : this.send(target, webhook);
  }

  async targetOf(endpointId: string): Promise<EndpointTarget> {
    const endpoint = await this.endpoints.find(endpointId);
    if (!endpoint) return { error: 'the endpoint was removed', isFinal: true };
    if (endpoint.status !== 'active') return { error: 'the endpoint is off', isFinal: true };
    return { url: endpoint.url, secrets: await this.endpoints.secrets(endpointId) };
  }

  /** @throws Error when the endpoint did not answer */
  async send({ url, secrets }: Target, { id, payload }: ClaimedWebhook): Promise<AttemptResult> {
    const timestamp = toSeconds(wallTime(this.clock));
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
    if (!(await this.endpoints.countFailure(endpointId, MAX_CONSECUTIVE_FAILURES))) return;
    await this.systemLogs.record({
      kind: 'warning',
      description: `Webhook endpoint ${endpointId} is off: ${MAX_CONSECUTIVE_FAILURES} webhooks in a row were given up`,
      // Keyed by webhook as well, because an endpoint can be disabled again later.
      key: `webhook-endpoint:${endpointId}:${webhookId}`,
    });
  }
}
