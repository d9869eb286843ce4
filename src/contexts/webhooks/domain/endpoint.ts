import { randomBytes } from 'node:crypto';

/** What subscribers can be told of. */
export const EVENTS = [
  'user.created',
  'deposit.completed',
  'deposit.expired',
  'transfer.completed',
  'purchase.completed',
  'purchase.failed',
  'purchase.reversed',
  'file.processed',
  'ticket.created',
  'ticket.replied',
] as const;
export type EventName = (typeof EVENTS)[number];

export const ENDPOINT_STATUSES = ['active', 'disabled'] as const;
export type EndpointStatus = (typeof ENDPOINT_STATUSES)[number];

/** So many webhooks in a row given up, and nothing more is sent until staff say so. */
export const STRIKES = 5;

/** After a rotation both secrets sign for as long as this. */
export const SECRET_OVERLAP_MS = 24 * 3_600_000;

export const URL_LENGTH = 1_000;

/** Where a subscriber wants to be told. */
export interface Endpoint {
  readonly id: string;
  readonly url: string;
  /** Empty: all there are. */
  readonly events: readonly EventName[];
  readonly description: string;
  readonly status: EndpointStatus;
  readonly createdAt: number;
}

export function wants({ events, status }: Endpoint, event: EventName): boolean {
  return status === 'active' && (events.length === 0 || events.includes(event));
}

export function newSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

/**
 * The address as it will be called, or undefined where it cannot be: it is https (http only where plain ones are
 * allowed), names nobody, has no fragment, and is not too long once it is written out.
 */
export function endpointUrl(text: string, allowsPlain: boolean): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const isSpoken = url.protocol === 'https:' || (allowsPlain && url.protocol === 'http:');
  const isPlain = url.username === '' && url.password === '' && url.hash === '';
  return isSpoken && isPlain && url.href.length <= URL_LENGTH ? url.href : undefined;
}
