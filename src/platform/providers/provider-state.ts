export interface ProviderState {
  /** The last failures in a row. */
  readonly failedAt: readonly number[];
  /** Nothing new goes to it before; zero while it is in use. */
  readonly setAsideUntil: number;
  readonly pauseMs: number;
  readonly setAsideAt?: number;
  /** One request tries it again. */
  readonly isTried?: boolean;
}

const FAILURES = 5;
const WITHIN_MS = 60_000;
const FIRST_PAUSE_MS = 30_000;
const LONGEST_PAUSE_MS = 300_000;

/** Five failures in a row within a minute set it aside; so does one failure of the single request that tries it again. */
export function afterFailure(state: ProviderState | undefined, now: number): ProviderState {
  if (state && state.setAsideUntil > 0) {
    // Requests that were under way when it was set aside say nothing new.
    if (!state.isTried) return state;
    const pauseMs = Math.min(state.pauseMs * 2, LONGEST_PAUSE_MS);
    return { ...state, pauseMs, setAsideUntil: now + pauseMs, isTried: false };
  }
  const failedAt = [...(state?.failedAt ?? []), now].slice(-FAILURES);
  const isSeries = failedAt.length === FAILURES && now - failedAt[0]! < WITHIN_MS;
  if (!isSeries) return { failedAt, setAsideUntil: 0, pauseMs: FIRST_PAUSE_MS };
  return { failedAt, setAsideUntil: now + FIRST_PAUSE_MS, pauseMs: FIRST_PAUSE_MS, setAsideAt: now };
}

/** The state once one request tries it again: others stay away until that request has an outcome, or a pause is over. */
export function afterClaim(state: ProviderState, now: number): ProviderState {
  return { ...state, setAsideUntil: now + state.pauseMs, isTried: true };
}

/** The state once the request that was to try it again was not sent: the next one may. */
export function afterRelease(state: ProviderState, now: number): ProviderState {
  return state.isTried ? { ...state, setAsideUntil: now, isTried: false } : state;
}
