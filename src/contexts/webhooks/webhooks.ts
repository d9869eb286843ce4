import { failures } from '../../kernel/failure.js';
import { type EventData, subjectOf } from '../../kernel/events.js';
import type { WebhookEventName } from '../../kernel/webhook-events.js';
import { idFor, idTime, newId } from '../../kernel/ids.js';
import { kobo, toNaira } from '../../kernel/money.js';
import { createHmac } from 'node:crypto';
import type { OutboundEvent } from '../../kernel/told.js';
import type { TimelineEntry } from '../../kernel/records.js';
import type { Page, PageRequest } from '../../kernel/pagination.js';

/** What staff send to try an endpoint; nobody subscribes to it. */
export const PING = 'ping';

export const WEBHOOK_STATUSES = ['pending', 'processing', 'succeeded', 'failed'] as const;
export type WebhookStatus = (typeof WEBHOOK_STATUSES)[number];

/** inbound: from a provider; outbound: to an endpoint. */
export type Direction = 'inbound' | 'outbound';

/** Attempts that staff may request beyond the schedule. */
export const MANUAL_RETRIES = 5;

export interface Webhook {
  readonly id: string;
  readonly direction: Direction;
  /** Name of the provider, or id of the endpoint. */
  readonly partner: string;
  /** The partner's id of the notification, or the id of our event; unique by partner. */
  readonly eventId: string;
  readonly event: string;
  readonly payload: string;
  readonly status: WebhookStatus;
  readonly attempts: number;
  readonly manualRetries: number;
  readonly nextAttemptAt: number;
  /** Empty after a success or before the first attempt. */
  readonly lastError: string;
  readonly createdAt: number;
}

export interface Attempt {
  readonly number: number;
  readonly isManual: boolean;
  /** lost: the process crashed during the attempt. */
  readonly outcome: 'succeeded' | 'failed' | 'lost';
  readonly error: string;
  readonly httpStatus: number;
  readonly durationMs: number;
  readonly createdAt: number;
}

/** The result of an attempt that threw; staff can read the message. */
export function thrownResult(error: unknown): AttemptResult {
  return { error: (error instanceof Error ? error.message : String(error)).slice(0, 255) };
}

/** Final: a later attempt would fail alike. */
export interface AttemptResult {
  readonly error?: string;
  readonly isFinal?: boolean;
  readonly httpStatus?: number;
}

export const webhookFailures = failures('webhooks', {
  unknown_provider: ['not_found', 'There is no provider of this name'],
  not_authentic: ['unauthenticated', 'Access Denied'],
  not_found: ['not_found', 'Webhook not found'],
  not_failed: ['refused', 'Only failed webhooks can be reprocessed'],
  retries_used_up: ['refused', 'Maximum retry attempts exceeded'],
  nothing_found: ['not_found', "We couldn't find any record matching your query"],
  endpoint_not_found: ['not_found', 'Webhook endpoint not found'],
  endpoint_disabled: ['refused', 'The endpoint is off'],
  endpoint_url: ['invalid', 'The url must be an https address without user name, password and fragment'],
  /** The text names the address. */
  endpoint_not_public: ['invalid', 'The url must lead to a public address'],
  nothing_to_change: ['invalid', 'There is nothing to update'],
});

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Delays after the first, second, … failed attempt; none after the last. */
const RETRY_DELAYS_MS = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR];

/** Milliseconds until the next attempt after this many failed ones, or undefined for none. @param random 0 to 1; jitter of a tenth either way */
export function retryDelayMs(failedAttempts: number, random: number): number | undefined {
  const pause = RETRY_DELAYS_MS[failedAttempts - 1];
  return pause === undefined ? undefined : Math.round(pause * (0.9 + 0.2 * random));
}

/** Events of which a subject has several. Others are the only one of theirs and wait for nothing. */
const SEQUENTIAL: ReadonlySet<WebhookEventName> = new Set([
  'deposit.completed',
  'deposit.expired',
  'purchase.completed',
  'purchase.failed',
  'purchase.reversed',
  'ticket.created',
  'ticket.replied',
]);

/** The time of the next attempt of a webhook that waits for an earlier one of its subject (unix ms). It never comes. */
export const HELD_BACK = Date.UTC(9999, 11, 31);

/** What the webhooks of an event keep their order about; undefined where there is nothing to keep. */
export function sequenceSubject(event: WebhookEventName, data: Readonly<Record<string, unknown>>): string | undefined {
  if (!SEQUENTIAL.has(event)) return undefined;
  const subject = subjectOf(data as EventData);
  return subject === '' ? undefined : subject;
}

export interface Numbered {
  readonly partner: string;
  readonly subject: string;
  readonly sequenceNo: number;
}

/** A webhook that has neither succeeded nor failed. */
export interface OpenWebhook extends Numbered {
  readonly id: string;
  readonly nextAttemptAt: number;
}

/** Ids of those whose turn it is: the first of each subject and partner, where all are held back. */
export function nextInSequence(open: readonly OpenWebhook[]): string[] {
  const first = new Map<string, OpenWebhook>();
  const busy = new Set<string>();
  for (const webhook of open) {
    const name = sequenceName(webhook);
    if (webhook.nextAttemptAt !== HELD_BACK) busy.add(name);
    const before = first.get(name);
    if (!before || webhook.sequenceNo < before.sequenceNo) first.set(name, webhook);
  }
  return [...first].filter(([name]) => !busy.has(name)).map(([, { id }]) => id);
}

export function sequenceName({ partner, subject }: Pick<Numbered, 'partner' | 'subject'>): string {
  return `${partner} ${subject}`;
}

/** What subscribers get of an event, in the manner of Standard Webhooks; amounts are in Naira here as everywhere outside. */
export function messageOf(
  event: WebhookEventName | typeof PING,
  data: Readonly<Record<string, unknown>>,
  eventId: string,
): string {
  const { amountKobo, ...rest } = data;
  const amount = typeof amountKobo === 'number' ? { amount: toNaira(kobo(amountKobo)) } : {};
  return JSON.stringify({ type: event, timestamp: new Date(idTime(eventId)).toISOString(), data: { ...rest, ...amount } });
}

export function outboundWebhook(endpointId: string, { id: eventId, name: event, data }: OutboundEvent): NewWebhook {
  const [id, payload] = [idFor(endpointId, eventId), messageOf(event, data, eventId)];
  const subject = sequenceSubject(event, data) ?? null;
  return { id, direction: 'outbound', partner: endpointId, eventId, event, payload, subject };
}

/** A message of its own, in which each event has the id that it has when it is sent alone. @param now unix ms */
export function batchOf(webhooks: readonly Pick<Webhook, 'id' | 'payload'>[], now: number): Pick<Webhook, 'id' | 'payload'> {
  const events = webhooks.map(({ id, payload }) => `{"id":"${id}",${payload.slice(1)}`);
  const timestamp = new Date(now).toISOString();
  return { id: newId(), payload: `{"type":"batch","timestamp":"${timestamp}","events":[${events.join()}]}` };
}

const SECRET_PREFIX = 'whsec_';

/**
 * The `webhook-signature` of Standard Webhooks v1: one signature for each valid secret, so that a receiver can verify
 * with the old or the new one.
 * @param timestamp unix seconds
 */
export function messageSignature(secrets: readonly string[], id: string, timestamp: number, body: string): string {
  return secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
      return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
    })
    .join(' ');
}

export interface NewWebhook extends Pick<Webhook, 'id' | 'direction' | 'partner' | 'eventId' | 'event' | 'payload'> {
  /** What others tell of as well; the partner gets them in their order. Without it the webhook waits for none. */
  readonly subject?: string | null;
}

export type InSequence = Pick<NewWebhook, 'partner' | 'subject'>;

/** A webhook leased by this process for one attempt. */
export interface ClaimedWebhook extends NewWebhook {
  readonly attempt: number;
  readonly isManual: boolean;
  readonly claimedAt: number;
}

export interface PendingGroup {
  readonly status: 'pending' | 'processing';
  readonly direction: Direction;
  readonly partner: string;
}

export type DueWebhook = Pick<Webhook, 'id' | 'nextAttemptAt'>;

export type HeldBackWebhook = InSequence & Pick<Webhook, 'id'>;

export interface WebhookFilter {
  readonly status?: WebhookStatus;
  readonly partner?: string;
  /** When it was recorded, `until` exclusive. */
  readonly from?: number | undefined;
  readonly until?: number | undefined;
}

/** Failed webhooks that were recorded in a time, `until` exclusive. */
export interface FailedFilter {
  readonly from: number;
  readonly until: number;
  readonly partner?: string | undefined;
}

export interface KnownWebhooks {
  readonly eventIds: ReadonlySet<string>;
  readonly openSubjects: ReadonlySet<string>;
}

export abstract class ReceivedWebhooks {
  /** Whether the event of a partner has a row. */
  abstract has(partner: string, eventId: string): Promise<boolean>;
  /** Keeps an event of a partner once, in a commit of its own. A job processes it if it is pending, or if the attempt that is being made does not end. */
  abstract keep(webhook: NewWebhook, status: 'pending' | 'processing' | 'succeeded'): Promise<void>;
}

export abstract class Webhooks {
  /** Adds one for a single attempt at the request of staff, due at once, in the caller's unit of work. */
  abstract addManual(webhook: NewWebhook): Promise<void>;
  /**
   * Adds pending webhooks, in the caller's unit of work; those whose event exists at the partner are skipped, and those with an open one
   * of their subject before them are held back.
   * @returns those that are held back, of which the one before may have ended by the commit
   */
  abstract addAll(webhooks: readonly NewWebhook[]): Promise<readonly HeldBackWebhook[]>;
  /** Adds one that has failed without an attempt, in the caller's unit of work. */
  abstract addFailed(webhook: NewWebhook & Pick<Webhook, 'lastError' | 'createdAt'>): Promise<void>;
  /** Those of these events that have a row at the partner, and the subjects of which one is open there. */
  abstract known(partner: string, eventIds: readonly string[], subjects: readonly string[]): Promise<KnownWebhooks>;
  /** Lets the next webhook of each subject be attempted, where no other one of it is open; after the commit of what ended. @returns their ids */
  abstract releaseNext(ended: readonly InSequence[]): Promise<string[]>;
  /** At most `limit` webhooks to a partner that are held back, after the given one. */
  abstract listHeldBack(partner: string, limit: number, afterId: string): Promise<HeldBackWebhook[]>;
  /** Leases a due webhook until `leaseUntil` (unix ms). Undefined when it is not due or leased by another process. */
  abstract claim(id: string, leaseUntil: number): Promise<ClaimedWebhook | undefined>;
  /**
   * Records the result of an attempt: the webhook has succeeded, is tried again at `nextAttemptAt` (unix ms) or, without
   * that, has failed. False, and nothing is written, when the lease expired and a later attempt has begun.
   */
  abstract finish(webhook: ClaimedWebhook, result: AttemptResult, nextAttemptAt?: number): Promise<boolean>;
  /** Of those whose success this class does not record. */
  abstract countSucceeded(direction: Direction, count: number): void;
  /** Makes a failed webhook pending for one manual attempt; atomic, so that one of concurrent calls succeeds. */
  abstract reopen(id: string, maximum: number): Promise<boolean>;
  /** Every group with unfinished webhooks, due or not. */
  abstract listPendingGroups(): Promise<PendingGroup[]>;
  /** At most `limit` due webhooks of a group, the longest waiting first, after the given one. */
  abstract listDue(line: PendingGroup, limit: number, after?: DueWebhook): Promise<DueWebhook[]>;
  /** The endpoint of an outbound webhook; undefined for inbound and unknown ones. */
  abstract endpointOf(id: string): Promise<string | undefined>;
  abstract find(id: string): Promise<Webhook | undefined>;
  abstract list(filter: WebhookFilter, page: PageRequest): Promise<Page<Webhook>>;
  /** At most `limit` recorded before `before`, newest first. */
  abstract newest(filter: WebhookFilter, before: number | undefined, limit: number): Promise<Webhook[]>;
  /** Ids of those with fewer manual retries than that, the oldest first. */
  abstract listFailed(filter: FailedFilter, manualRetries: number, limit: number): Promise<string[]>;
  abstract attempts(id: string): Promise<Attempt[]>;
  /** Removes at most `limit` that have succeeded and were created before that time, with their attempts; returns how many. */
  abstract removeSucceeded(recordedBefore: number, limit: number): Promise<number>;
}

/** Webhooks of events, as entries of a timeline. */
export abstract class WebhookEntries {
  abstract entriesOf(eventIds: readonly string[]): Promise<TimelineEntry[]>;
}

export interface WebhookIdentity {
  /** The provider's id of the notification, at most 128 characters; the same when it is sent again. */
  readonly eventId: string;
  /** The provider's event name, at most 64 characters. */
  readonly event: string;
}

export class WebhookSettings {
  constructor(
    /** Permits http endpoints; never in production. */
    readonly allowsPlainHttp: boolean,
    readonly retentionMs: number,
  ) {}
}

export interface OutgoingMessage {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** `refused`: the address is not permitted; permanent. */
export type Delivery = { readonly status: number } | { readonly refused: string };

/** Posts a message to an address chosen by a subscriber. */
export abstract class WebhookSender {
  /** @throws Error without an answer */
  abstract send(message: OutgoingMessage): Promise<Delivery>;
  /** Why nothing would be sent to this url now; undefined where it would, or its name cannot be looked up. */
  abstract refusalOf(url: string): Promise<string | undefined>;
}
