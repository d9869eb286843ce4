import { randomBytes } from 'node:crypto';
import { DAY_MS } from '../../../kernel/clock.js';
import type { WebhookEventName } from '../../../kernel/webhook-events.js';

/** What staff send to try an endpoint; nobody subscribes to it. */
export const PING = 'ping';

export const ENDPOINT_STATUSES = ['active', 'disabled'] as const;
export type EndpointStatus = (typeof ENDPOINT_STATUSES)[number];

/** Consecutive failed webhooks after which an endpoint is disabled until staff activate it. */
export const MAX_CONSECUTIVE_FAILURES = 5;

/** After a rotation both secrets sign for this time. */
export const SECRET_OVERLAP_MS = DAY_MS;

export const URL_LENGTH = 1_000;

export interface Endpoint {
  readonly id: string;
  readonly url: string;
  readonly events: readonly WebhookEventName[];
  readonly description: string;
  readonly status: EndpointStatus;
  readonly createdAt: number;
}

export function wants({ events, status }: Endpoint, event: WebhookEventName): boolean {
  return status === 'active' && (events.length === 0 || events.includes(event));
}

export function newSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

/** The normalised address, or undefined when it is not allowed: it must be https (or http where allowed), without user name and fragment, and not too long. */
export function endpointUrl(text: string, allowsPlain: boolean): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const isSpoken = url.protocol === 'https:' || (allowsPlain && url.protocol === 'http:');
  const isPlain = url.username === '' && url.password === '' && url.hash === '';
  return isSpoken && isPlain && url.href.length <= URL_LENGTH ? url.href : undefined;
}
