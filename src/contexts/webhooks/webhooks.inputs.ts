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
import { ENDPOINT_STATUSES, type EndpointStatus, URL_LENGTH } from './domain/endpoint.js';
import { WEBHOOK_KEYS } from './webhooks.presenters.js';

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
  @Optional() @Flag() rotate?: boolean;
}

export class TestEndpointInput {
  @Text() endpointId: string;
}

export class RemoveEndpointInput {
  @Text() endpointId: string;
}
