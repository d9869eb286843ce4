import type { ListPage } from '../../platform/http/list-input.js';
import type { ListKeys } from '../../platform/http/list-keys.js';
import { pageOrFileOf } from '../../platform/http/presenting.js';
import type { WholeList } from '../../platform/http/rows-as-file.js';
import type { Endpoint } from './endpoints.js';
import { HELD_BACK, type Attempt, type Webhook } from './webhooks.js';

export const WEBHOOK_KEYS: ListKeys<Webhook> = {
  sorts: {
    recorded: ({ createdAt }) => createdAt,
    event: ({ event }) => event,
    direction: ({ direction }) => direction,
    provider: ({ partner }) => partner,
    status: ({ status }) => status,
    attempts: ({ attempts }) => attempts,
  },
};

function presentWebhook(webhook: Webhook) {
  return {
    marker: webhook.id,
    direction: webhook.direction,
    provider: webhook.partner,
    event: webhook.event,
    payload: webhook.payload,
    status: webhook.status,
    attempts: webhook.attempts,
    retryCount: webhook.manualRetries,
    nextRetryAt: nextRetryAt(webhook),
    lastError: webhook.lastError,
    recorded: String(webhook.createdAt),
  };
}

interface WebhookDetails {
  readonly webhook: Webhook;
  readonly attempts: readonly Attempt[];
}

const presentWebhookList = pageOrFileOf('webhooks', presentWebhook);

export function presentWebhooks(found: WebhookDetails | ListPage<Webhook> | WholeList<Webhook>) {
  if ('items' in found) return presentWebhookList(found);
  return { ...presentWebhook(found.webhook), history: found.attempts.map(presentAttempt) };
}

export function presentRetry(webhook: Webhook) {
  const data = {
    webhookId: webhook.id,
    status: webhook.status,
    retryCount: webhook.manualRetries,
    nextRetryAt: nextRetryAt(webhook),
  };
  return { message: 'The webhook will be processed again', data };
}

export function presentEndpoint({ id, url, events, description, status, batch, createdAt }: Endpoint) {
  return { marker: id, url, events, description, status, batch, recorded: String(createdAt) };
}

/** With the new secret, if any, which is shown only this once. */
export function presentEndpointSecret({ endpoint, secret }: { endpoint: Endpoint; secret?: string | undefined }) {
  return { ...presentEndpoint(endpoint), ...(secret === undefined ? {} : { secret }) };
}

function presentAttempt({ number, isManual, outcome, error, httpStatus, durationMs, createdAt }: Attempt) {
  const kind = isManual ? 'manual' : 'automatic';
  return { attempt: number, kind, outcome, error, httpStatus, durationMs, recorded: String(createdAt) };
}

/** Empty unless pending, and while the webhook waits for an earlier one. Before the first attempt it is the creation time. */
function nextRetryAt({ status, nextAttemptAt, createdAt }: Webhook): string {
  return status === 'pending' && nextAttemptAt !== HELD_BACK ? new Date(nextAttemptAt || createdAt).toISOString() : '';
}

export function presentRetries(count: number) {
  return { COMMENT: 'The webhooks are sent or processed again', count };
}
