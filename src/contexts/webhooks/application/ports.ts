import type { RawRequest } from '../../../kernel/caller.js';
import type { TimelineEntry } from '../../../kernel/timeline.js';
import type { Page, PageRequest } from '../../../kernel/pagination.js';
import type { WebhookEventName } from '../../../kernel/webhook-events.js';
import type { Endpoint } from '../domain/endpoint.js';
import type { Attempt, AttemptResult, Direction, Webhook, WebhookStatus } from '../domain/webhook.js';

export abstract class Endpoints {
  abstract add(endpoint: Endpoint, secret: string): Promise<void>;
  abstract find(id: string): Promise<Endpoint | undefined>;
  /** Locked until the end of the caller's unit of work. */
  abstract lock(id: string): Promise<Endpoint | undefined>;
  /** Writes url, events, description and status. Activation resets the failure count. */
  abstract save(endpoint: Endpoint): Promise<void>;
  abstract remove(id: string): Promise<void>;
  abstract list(page: PageRequest): Promise<Page<Endpoint>>;
  abstract active(): Promise<Endpoint[]>;
  /** Replaces the secret; the previous one stays valid until `overlapUntil` (unix ms). */
  abstract rotate(id: string, secret: string, overlapUntil: number): Promise<void>;
  /** The valid secrets, newest first. */
  abstract secrets(id: string): Promise<string[]>;
  /** Counts a failed webhook; true when the limit is reached and the endpoint is now disabled. */
  abstract countFailure(id: string, limit: number): Promise<boolean>;
  /** Resets the count after a success. */
  abstract resetFailures(id: string): Promise<void>;
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

export abstract class ReceivedWebhooks {
  /** Keeps an event of a partner once, in a commit of its own, after which it is processed. */
  abstract keep(webhook: NewWebhook): Promise<void>;
}

export abstract class Webhooks {
  /** Adds one for a single attempt at the request of staff, due at once, in the caller's unit of work. */
  abstract addManual(webhook: NewWebhook): Promise<void>;
  /**
   * Adds pending webhooks, in the caller's unit of work; those whose event exists at the partner are skipped, and those with an open one
   * of their subject before them are held back.
   * @returns those that are held back, of which the one before may have ended by the commit
   */
  abstract addAll(webhooks: readonly NewWebhook[]): Promise<readonly InSequence[]>;
  /** Lets the next webhook of each subject be attempted, where no other one of it is open; after the commit of what ended. @returns their ids */
  abstract releaseNext(ended: readonly InSequence[]): Promise<string[]>;
  /** At most `limit` webhooks to a partner that are held back, after the given one. */
  abstract listHeldBack(partner: string, limit: number, afterId: string): Promise<HeldBackWebhook[]>;
  /** Leases a due webhook until `leaseUntil` (unix ms). Undefined when it is not due or leased by another process. */
  abstract claim(id: string, leaseUntil: number): Promise<ClaimedWebhook | undefined>;
  /**
   * Records the result of an attempt: the webhook has succeeded, is tried again at `nextAttemptAt` (unix ms) or, without
   * that, has failed. False, and nothing is written, when the lease expired and a later attempt has begun; the success of an inbound
   * one, which nothing waits for, is true in any case.
   */
  abstract finish(webhook: ClaimedWebhook, result: AttemptResult, nextAttemptAt?: number): Promise<boolean>;
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
  /** Ids of those with fewer manual retries than that, the oldest first. */
  abstract listFailed(filter: FailedFilter, manualRetries: number, limit: number): Promise<string[]>;
  abstract attempts(id: string): Promise<Attempt[]>;
  /** Removes at most `limit` that have succeeded and were created before that time, with their attempts; returns how many. */
  abstract removeSucceeded(recordedBefore: number, limit: number): Promise<number>;
}

export interface SucceededAttempt {
  /** Its `claimedAt` is when the attempt began. */
  readonly webhook: ClaimedWebhook;
  readonly httpStatus: number;
  readonly endedAt: number;
}

/** Outbound webhooks that were never attempted, by the page. */
export abstract class FirstAttempts {
  /** Endpoints with pending webhooks, sorted. */
  abstract endpointIds(): Promise<string[]>;
  /** Leases the oldest webhooks of an endpoint until `leaseUntil` (unix ms); those that another process is about to lease are skipped. */
  abstract claim(endpointId: string, limit: number, leaseUntil: number): Promise<ClaimedWebhook[]>;
  /** Records successes, also of inbound webhooks; those whose lease expired and that were claimed again stay as they are. */
  abstract succeed(attempts: readonly SucceededAttempt[]): Promise<void>;
  /** Gives up the lease of webhooks that were not sent. @param nextAttemptAt unix ms; 0 leaves them to the next page, a time to jobs */
  abstract release(webhooks: readonly ClaimedWebhook[], nextAttemptAt: number): Promise<void>;
}

export interface OutboundEvent {
  /** Endpoints get one webhook for an id; its time is the event's. */
  readonly id: string;
  readonly name: WebhookEventName;
  /** `amountKobo` is sent in Naira, the rest as it is. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** Webhooks of events, as entries of a timeline. */
export abstract class WebhookEntries {
  abstract entriesOf(eventIds: readonly string[]): Promise<TimelineEntry[]>;
}

export abstract class OutboundEvents {
  /** Finds the endpoints for many events; the function that it returns writes the webhooks in the caller's unit of work. */
  abstract prepareAll(events: readonly OutboundEvent[]): Promise<() => Promise<void>>;
}

export interface WebhookIdentity {
  /** The provider's id of the notification, at most 128 characters; the same when it is sent again. */
  readonly eventId: string;
  /** The provider's event name, at most 64 characters. */
  readonly event: string;
}

export abstract class WebhookHandler {
  abstract readonly provider: string;
  /** The whole answer that the provider wants, in place of the envelope. */
  readonly answer?: object;
  /** Verifies the raw request by the provider's rule; undefined when it is not authentic. */
  abstract identify(request: RawRequest): WebhookIdentity | undefined;
  /** Processes an authentic webhook. Runs at least once; after a throw it is tried again on the schedule. */
  abstract process(payload: string): Promise<void>;
}

export abstract class WebhookHandlerSource {
  abstract readonly handlers: readonly WebhookHandler[];
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
