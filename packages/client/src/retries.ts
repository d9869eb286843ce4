import type { HarmattanError } from './errors.js';

export interface RetryOptions {
  /** Per call, in all. Default 5. */
  readonly attempts?: number;
  /** Before the first repetition, then doubled each time. Default 500. */
  readonly firstDelayMs?: number;
  /** A longer Retry-After is left to the caller. Default 30,000. */
  readonly longestDelayMs?: number;
}

/** What a repetition could do: nothing to a read, nothing to money under its key, something twice to any other write. */
export type Effect = 'read' | 'write' | 'money';

/** From the session, a limit, or a network's sign-in page: about the attempt, not about what an earlier one did. */
const NO_DECISION = new Set([401, 403, 429]);
const PASSING = new Set([502, 503, 504]);

/** How long to wait before the call is sent again; undefined where it must not be, or has been often enough. */
export function delayBeforeRepeat(
  effect: Effect,
  error: HarmattanError,
  attempt: number,
  { attempts = 5, firstDelayMs = 500, longestDelayMs = 30_000 }: RetryOptions,
): number | undefined {
  if (attempt >= attempts || !mayRepeat(effect, error)) return undefined;
  // Half of it by chance, so that clients which failed together do not return together.
  const ownMs = Math.min(longestDelayMs, firstDelayMs * 2 ** (attempt - 1)) * (0.5 + Math.random() / 2);
  const delayMs = Math.max(ownMs, (error.retryAfter ?? 0) * 1000);
  return delayMs <= longestDelayMs ? delayMs : undefined;
}

/** Whether a writing call may have been done although its last attempt failed so. @param mayBeDone by an earlier attempt */
export function isOutcomeUnknown(effect: Effect, error: HarmattanError, mayBeDone: boolean): boolean {
  if (effect === 'read') return false;
  if (isUndone(error) || NO_DECISION.has(error.status)) return mayBeDone;
  return error.status === 0 || error.status >= 500 || error.id === 'idempotency_in_progress' || error.id === 'not_an_envelope';
}

function mayRepeat(effect: Effect, error: HarmattanError): boolean {
  if (error.id === 'cancelled') return false;
  if (isUndone(error)) return true;
  if (effect === 'write') return false;
  if (error.id === 'idempotency_in_progress' || error.status === 0) return true;
  return PASSING.has(error.status);
}

/** Refused before anything was done: not sent, over the limit, or the service was too busy to begin. */
function isUndone({ id, status }: HarmattanError): boolean {
  return id === 'unreachable' || id === 'too_many_requests' || (status === 503 && id === 'busy');
}
