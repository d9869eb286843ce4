export const WEBHOOK_STATUSES = ['pending', 'processing', 'succeeded', 'failed'] as const;
export type WebhookStatus = (typeof WEBHOOK_STATUSES)[number];

/** inbound: a provider tells us; outbound: we tell an endpoint. */
export type Direction = 'inbound' | 'outbound';

/** Staff may ask for this many attempts beyond the schedule. */
export const MANUAL_RETRIES = 5;

/** One notification on its way, in either direction. */
export interface Webhook {
  readonly id: string;
  readonly direction: Direction;
  /** The name of the provider it came from, or the id of the endpoint it goes to. */
  readonly partner: string;
  /** The partner's id of the notification, or the id of our event: one webhook for each, however often it is told. */
  readonly eventId: string;
  readonly event: string;
  readonly payload: string;
  readonly status: WebhookStatus;
  /** Begun so far, those by hand too. */
  readonly attempts: number;
  /** Attempts that staff asked for. */
  readonly manualRetries: number;
  /** Unix ms of the next attempt while it is pending. */
  readonly nextAttemptAt: number;
  /** Of the last attempt; empty where it went well or was not made. */
  readonly lastError: string;
  readonly createdAt: number;
}

/** One attempt at a webhook, as it went. */
export interface Attempt {
  /** From 1. */
  readonly number: number;
  readonly isManual: boolean;
  /** lost: the process died before it could tell. */
  readonly outcome: 'succeeded' | 'failed' | 'lost';
  readonly error: string;
  /** What an endpoint answered; 0 where it did not, and inbound. */
  readonly httpStatus: number;
  readonly durationMs: number;
  /** Unix ms of its end. */
  readonly createdAt: number;
}

/** How an attempt went. Final: trying again on the schedule would change nothing. */
export interface AttemptResult {
  readonly error?: string;
  readonly isFinal?: boolean;
  readonly httpStatus?: number;
}
