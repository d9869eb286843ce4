import type { Page, PageRequest } from '../../../../kernel/pagination.js';
import type { Attempt, AttemptResult, Direction, Webhook, WebhookStatus } from '../../domain/webhook.js';

export interface NewWebhook extends Pick<Webhook, 'id' | 'direction' | 'partner' | 'eventId' | 'event' | 'payload'> {
  /** What others tell of as well; the partner gets them in their order. Without it the webhook waits for none. */
  readonly subject?: string | null;
}

/** The place of a webhook among others. */
export type InSequence = Pick<NewWebhook, 'partner' | 'subject'>;

/** A webhook leased by this process for one attempt. */
export interface ClaimedWebhook extends NewWebhook {
  readonly attempt: number;
  readonly isManual: boolean;
  readonly claimedAt: number;
}

/** The pending webhooks of one partner, or those in process. */
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

/** Webhooks of both directions with their attempts. */
export abstract class Webhooks {
  /** Adds a pending webhook, in the caller's unit of work. False when the partner's event exists. */
  abstract add(webhook: NewWebhook): Promise<boolean>;
  /** Adds one for a single attempt at the request of staff, due at once, in the caller's unit of work. */
  abstract addManual(webhook: NewWebhook): Promise<void>;
  /**
   * Adds pending webhooks, in the caller's unit of work; those whose event exists at the partner are skipped, and those with an open one
   * of their subject before them are held back.
   * @returns those that are held back, of which the one before may have ended by the commit
   */
  abstract addAll(webhooks: readonly NewWebhook[]): Promise<readonly InSequence[]>;
  /**
   * Lets the next webhook of each subject be attempted, where no other one of it is open; after the commit of what ended.
   * @returns their ids
   */
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
