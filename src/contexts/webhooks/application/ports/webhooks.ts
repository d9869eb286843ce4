import type { Page, PageRequest } from '../../../../kernel/pagination.js';
import type { Attempt, AttemptResult, Direction, Webhook, WebhookStatus } from '../../domain/webhook.js';

export type NewWebhook = Pick<Webhook, 'id' | 'direction' | 'partner' | 'eventId' | 'event' | 'payload'>;

/** A webhook taken on by one process, for one attempt. */
export interface ClaimedWebhook extends NewWebhook {
  /** This attempt's number, from 1. */
  readonly attempt: number;
  /** Staff asked for it; it has one attempt and no schedule. */
  readonly isManual: boolean;
  /** Unix ms. */
  readonly claimedAt: number;
}

/** One partner's webhooks that wait for an attempt, or are in one. */
export interface WaitingLine {
  readonly status: 'pending' | 'processing';
  readonly direction: Direction;
  readonly partner: string;
}

export type DueWebhook = Pick<Webhook, 'id' | 'nextAttemptAt'>;

export interface WebhookFilter {
  readonly status?: WebhookStatus;
  readonly partner?: string;
}

/** Webhooks of both directions, and every attempt at them. */
export abstract class Webhooks {
  /** Writes a pending webhook, in the caller's unit of work. False when the partner's event is known already. */
  abstract add(webhook: NewWebhook): Promise<boolean>;
  /** Takes on a webhook whose next attempt is due; nobody else can until `leaseUntil` (unix ms). Undefined when there is nothing to do. */
  abstract claim(id: string, leaseUntil: number): Promise<ClaimedWebhook | undefined>;
  /**
   * Writes down how an attempt went: the webhook has succeeded, is tried again at `nextAttemptAt` (unix ms) or, without
   * that, has failed. False, and nothing is written, when the lease ran out and a later attempt has begun.
   */
  abstract finish(webhook: ClaimedWebhook, result: AttemptResult, nextAttemptAt?: number): Promise<boolean>;
  /** Makes a failed webhook pending for one attempt by hand; in one step, so that of many who ask at once one is heard. */
  abstract reopen(id: string, maximum: number): Promise<boolean>;
  /** Every line where somebody waits, due or not. */
  abstract lines(): Promise<WaitingLine[]>;
  /** At most `limit` of a line whose next attempt is due, the longest waiting first, from after the one given. */
  abstract due(line: WaitingLine, limit: number, after?: DueWebhook): Promise<DueWebhook[]>;
  /** Where an outbound webhook goes; undefined for what came in, and for nothing. */
  abstract endpointOf(id: string): Promise<string | undefined>;
  abstract find(id: string): Promise<Webhook | undefined>;
  abstract list(filter: WebhookFilter, page: PageRequest): Promise<Page<Webhook>>;
  /** The first one first. */
  abstract attempts(id: string): Promise<Attempt[]>;
  /** Removes at most `limit` that have succeeded and were recorded before that time, with their attempts; returns how many. */
  abstract removeSucceeded(recordedBefore: number, limit: number): Promise<number>;
}
