import { HOUR_MS } from '../../../kernel/clock.js';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
/** Webhooks are lost at times; a provider wants at least ten seconds between questions about one payment. */
const DELAYS_MS = [15, 20, 40, 60, 60, 120, 120, 180].map((seconds) => seconds * SECOND_MS);
const LATER_MS = 5 * MINUTE_MS;
/** For late money, a second payment and reversals. */
const AFTER_THE_END_MS = [HOUR_MS, 24 * HOUR_MS, 72 * HOUR_MS];

export interface QueriedOrder {
  /** Made so far. */
  readonly queries: number;
  /** In full. */
  readonly isPaid: boolean;
  readonly expiresAt: number;
}

/** When the provider is asked next; undefined: not any more. */
export function nextQueryAt({ queries, isPaid, expiresAt }: QueriedOrder, now: number): number | undefined {
  const next = now + (DELAYS_MS[queries] ?? LATER_MS);
  if (!isPaid && next <= expiresAt) return next;
  return AFTER_THE_END_MS.map((delay) => expiresAt + delay).find((time) => time > now);
}
