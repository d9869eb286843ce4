import { Injectable } from '@nestjs/common';
import { Clock, toSeconds } from '../../../kernel/clock.js';
import { SystemLogs } from '../../system-logs/index.js';
import { MAX_CONSECUTIVE_FAILURES } from '../domain/endpoint.js';
import { messageSignature } from '../domain/message-signature.js';
import type { AttemptResult } from '../domain/webhook.js';
import { Endpoints } from './ports/endpoints.js';
import { WebhookSender } from './ports/webhook-sender.js';
import type { ClaimedWebhook } from './ports/webhooks.js';

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
  async execute({ id, partner, payload }: ClaimedWebhook): Promise<AttemptResult> {
    const endpoint = await this.endpoints.find(partner);
    if (!endpoint) return { error: 'the endpoint was removed', isFinal: true };
    if (endpoint.status !== 'active') return { error: 'the endpoint is disabled', isFinal: true };
    const timestamp = toSeconds(this.clock.now());
    const headers = {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': messageSignature(await this.endpoints.secrets(partner), id, timestamp, payload),
    };
    const delivery = await this.sender.send({ url: endpoint.url, headers, body: payload });
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
      description: `Webhook endpoint ${endpointId} is disabled: ${MAX_CONSECUTIVE_FAILURES} webhooks in a row were given up`,
      // Keyed by webhook as well, because an endpoint can be disabled again later.
      key: `webhook-endpoint:${endpointId}:${webhookId}`,
    });
  }
}
