import { WEBHOOK_EVENTS, type WebhookEventName } from '../../kernel/webhook-events.js';
import {
  Before,
  BeforeOrPassed,
  Choice,
  Choices,
  Count,
  Flag,
  Optional,
  RequestType,
  Text,
} from '../../platform/http/input.decorators.js';
import { type Order, SortedBy } from '../../platform/http/list-keys.js';
import { AllWebhooks } from './all-webhooks.js';
import { ENDPOINT_STATUSES, type EndpointStatus, LARGEST_BATCH, URL_LENGTH } from './endpoints.js';
import { WEBHOOK_KEYS, presentRetries, presentRetry, presentWebhooks } from './webhooks.presenters.js';
import { Injectable } from '@nestjs/common';
import type { Caller, Visitor } from '../../kernel/caller.js';
import { Failure } from '../../kernel/failure.js';
import type { PageRequest } from '../../kernel/pagination.js';
import { pageOrWhole } from '../../platform/http/list-input.js';
import { on, Operation } from '../../platform/http/operation.decorator.js';
import { WholeAnswer } from '../../platform/http/presenting.js';
import { type WebhookFilter, Webhooks, WEBHOOK_STATUSES, webhookFailures } from './webhooks.js';
import { ReceiveWebhook, ReprocessWebhook, ReprocessWebhooks } from './process-webhooks.js';

export class ReceiveWebhookInput {
  @Text({ max: 32 }) provider: string;
}

@SortedBy(WEBHOOK_KEYS)
export class FetchWebhooksInput {
  @RequestType(['status', 'provider', 'mk', 'all']) rqtp: 'status' | 'provider' | 'mk' | 'all';
  @Optional() @Text() rqvl?: string;
  /** Unix milliseconds. */
  @Optional() @Count() from?: number;
  @Optional() @Count() until?: number;
  @Optional() @BeforeOrPassed() page?: number;
  @Optional() @Count({ min: 1, max: 100, default: 15 }) pnum: number;
  @Optional() @Choice(['json', 'csv'], { default: 'json' }) format: 'json' | 'csv';
  @Optional() @Flag() totals?: boolean;
  sort?: string;
  order?: Order;
}

export class ReprocessWebhookInput {
  @Text() webhookId: string;
}

export class ReprocessWebhooksInput {
  /** Unix milliseconds. */
  @Count() from: number;
  @Count() until: number;
  @Optional() @Text({ max: 40 }) provider?: string;
}

export class CreateEndpointInput {
  @Text({ max: URL_LENGTH }) url: string;
  @Optional() @Choices(WEBHOOK_EVENTS) events?: WebhookEventName[];
  @Optional() @Text({ max: 1_000 }) description?: string;
  @Optional() @Count({ min: 1, max: LARGEST_BATCH, default: 1 }) batch: number;
}

export class FetchEndpointsInput {
  @Optional() @Text() endpointId?: string;
  @Optional() @Before() page?: number;
}

export class UpdateEndpointInput {
  @Text() endpointId: string;
  @Optional() @Text({ max: URL_LENGTH }) url?: string;
  @Optional() @Choices(WEBHOOK_EVENTS) events?: WebhookEventName[];
  @Optional() @Text({ max: 1_000 }) description?: string;
  @Optional() @Choice(ENDPOINT_STATUSES) status?: EndpointStatus;
  @Optional() @Count({ min: 1, max: LARGEST_BATCH }) batch?: number;
  @Optional() @Flag() rotate?: boolean;
}

export class TestEndpointInput {
  @Text() endpointId: string;
}

export class RemoveEndpointInput {
  @Text() endpointId: string;
}

@Injectable()
export class WebhooksOperations {
  constructor(
    private readonly receiveWebhook: ReceiveWebhook,
    private readonly reprocessWebhook: ReprocessWebhook,
    private readonly reprocessWebhooks: ReprocessWebhooks,
    private readonly all: AllWebhooks,
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
      const webhook = await this.all.find(rqvl ?? '');
      if (!webhook) throw new Failure(webhookFailures.nothing_found);
      return { webhook, attempts: await this.webhooks.attempts(webhook.id) };
    }
    const filter = filterOf(rqtp, rqvl);
    const list = (request: PageRequest) => this.all.list({ ...filter, from, until }, request);
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
