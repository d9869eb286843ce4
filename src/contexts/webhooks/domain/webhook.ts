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
