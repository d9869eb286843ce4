import type { Kobo } from '../../../kernel/money.js';

/** What all providers of attempts have in common. */
export interface AttemptProvider {
  readonly name: string;
  readonly capabilities: AttemptCapabilities;
  balance?(signal: AbortSignal): Promise<Kobo>;
}

export interface AttemptCapabilities {
  /** A repeated reference returns the first outcome and never delivers twice. */
  readonly resubmitsSafely?: boolean;
  /** Its failures are chosen by whoever tries it out, so it is never set aside for them. */
  readonly simulatesFaults?: boolean;
  /** After this the outcome is unknown. May exceed the time of the answer to the client. */
  readonly submitTimeoutMs: number;
  readonly readTimeoutMs: number;
  /** Replaces the usual delays before the first queries. */
  readonly requeryDelaysMs?: readonly number[];
}
