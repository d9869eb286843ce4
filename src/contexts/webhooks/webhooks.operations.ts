import { Injectable } from '@nestjs/common';
import type { Caller, Visitor } from '../../kernel/caller.js';
import { Failure } from '../../kernel/failure.js';
import type { PageRequest } from '../../kernel/pagination.js';
import { pageOrWhole } from '../../platform/http/list-input.js';
import { on, Operation } from '../../platform/http/operation.decorator.js';
import { WholeAnswer } from '../../platform/http/presenting.js';
import { type WebhookFilter, Webhooks } from './application/ports.js';
import { ReceiveWebhook } from './application/receive-webhook.js';
import { ReprocessWebhook } from './application/reprocess-webhook.js';
import { ReprocessWebhooks } from './application/reprocess-webhooks.js';
import { WEBHOOK_STATUSES } from './domain/webhook.js';
import { webhookFailures } from './domain/webhooks.failures.js';
import { FetchWebhooksInput, ReceiveWebhookInput, ReprocessWebhookInput, ReprocessWebhooksInput } from './webhooks.inputs.js';
import { presentRetries, presentRetry, presentWebhooks, WEBHOOK_KEYS } from './webhooks.presenters.js';

@Injectable()
export class WebhooksOperations {
  constructor(
    private readonly receiveWebhook: ReceiveWebhook,
    private readonly reprocessWebhook: ReprocessWebhook,
    private readonly reprocessWebhooks: ReprocessWebhooks,
    private readonly webhooks: Webhooks,
  ) {}

  @Operation('webhook_receive', {
    method: 'POST',
    access: 'none',
    limit: 'webhook',
    limitSubject: ({ receiveWebhook }: WebhooksOperations, { provider }) => receiveWebhook.knownProvider(provider),
    source: 'query',
    missing: 400,
    // Fits the TEXT column; providers send a few kilobytes.
    bodyLimitBytes: 60_000,
    failures: [on(webhookFailures.unknown_provider), on(webhookFailures.not_authentic)],
    present: (answer: object | undefined) => (answer ? new WholeAnswer(answer) : { COMMENT: 'Webhook received' }),
    summary: "A provider's notification, authenticated by that provider's own rule over the raw body.",
  })
  async receive({ provider }: ReceiveWebhookInput, { raw }: Visitor) {
    return this.receiveWebhook.execute(provider, raw ?? { body: new Uint8Array(), headers: {} });
  }

  @Operation('webhook_reprocess', {
    method: 'POST',
    access: 'admin',
    permission: 'otherControl.paymentHook',
    missing: 400,
    failures: [on(webhookFailures.not_found), on(webhookFailures.not_failed), on(webhookFailures.retries_used_up)],
    present: presentRetry,
    summary: 'Gives a failed webhook one more attempt, five times at most.',
  })
  async reprocess({ webhookId }: ReprocessWebhookInput, staff: Caller) {
    return this.reprocessWebhook.execute(webhookId, staff, 'webhook_reprocess');
  }

  @Operation('control_webhook_reprocess', {
    method: 'POST',
    access: 'admin',
    permission: 'otherControl.paymentHook',
    missing: 400,
    failures: [on(webhookFailures.nothing_found)],
    present: presentRetries,
    summary:
      'Gives the failed webhooks that were recorded from a time on until another (exclusive, in unix milliseconds), of one provider or endpoint where it is named, one more attempt each: at most 100, the oldest first.',
  })
  reprocessMany({ from, until, provider: partner }: ReprocessWebhooksInput, staff: Caller) {
    return this.reprocessWebhooks.execute({ from, until, partner }, staff, 'control_webhook_reprocess');
  }

  @Operation('control_webhook_fetch', {
    method: 'GET',
    access: 'admin',
    permission: 'otherControl.paymentHook',
    missing: 400,
    reads: ({ format }: FetchWebhooksInput) => (format === 'csv' ? 'webhooks' : undefined),
    failures: [on(webhookFailures.nothing_found)],
    present: presentWebhooks,
    summary:
      'Webhooks of both directions, newest first, by status or by provider (or endpoint), recorded from a time on until another (exclusive, in unix milliseconds) where they are given; or one with its attempts.',
  })
  async fetch({ rqtp, rqvl, from, until, ...input }: FetchWebhooksInput) {
    if (rqtp === 'mk') {
      const webhook = await this.webhooks.find(rqvl ?? '');
      if (!webhook) throw new Failure(webhookFailures.nothing_found);
      return { webhook, attempts: await this.webhooks.attempts(webhook.id) };
    }
    const filter = filterOf(rqtp, rqvl);
    const list = (request: PageRequest) => this.webhooks.list({ ...filter, from, until }, request);
    const found = filter && (await pageOrWhole(input, WEBHOOK_KEYS, list));
    if (!found || found.items.length === 0) throw new Failure(webhookFailures.nothing_found);
    return found;
  }
}

function filterOf(type: 'status' | 'provider' | 'all', value: string | undefined): WebhookFilter | undefined {
  if (type === 'all') return {};
  if (type === 'provider') return value === undefined ? undefined : { partner: value };
  const status = WEBHOOK_STATUSES.find((each) => each === value);
  return status && { status };
}
