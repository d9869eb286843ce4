/** How a provider fared lately. */
export interface ProviderState {
  /** The last failures in a row. */
  readonly failedAt: readonly number[];
  /** Nothing new goes to it before; zero while it is in use. */
  readonly setAsideUntil: number;
  readonly pauseMs: number;
}

const FAILURES = 5;
const WITHIN_MS = 60_000;
const FIRST_PAUSE_MS = 30_000;
const LONGEST_PAUSE_MS = 300_000;

/** Five failures in a row within a minute set it aside; so does one failure of the single request that tries it again. */
export function afterFailure(state: ProviderState | undefined, now: number): ProviderState {
  if (state && state.setAsideUntil > 0) {
    const pauseMs = Math.min(state.pauseMs * 2, LONGEST_PAUSE_MS);
    return { ...state, pauseMs, setAsideUntil: now + pauseMs };
  }
  const failedAt = [...(state?.failedAt ?? []), now].slice(-FAILURES);
  const isSeries = failedAt.length === FAILURES && now - failedAt[0]! < WITHIN_MS;
  return { failedAt, setAsideUntil: isSeries ? now + FIRST_PAUSE_MS : 0, pauseMs: FIRST_PAUSE_MS };
}

/** The state once one request tries it again: others stay away until that request has an outcome, or a pause is over. */
export function afterClaim(state: ProviderState, now: number): ProviderState {
  return { ...state, setAsideUntil: now + state.pauseMs };
}
