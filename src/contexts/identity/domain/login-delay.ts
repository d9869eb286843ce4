import { DAY_MS } from '../../../kernel/clock.js';

/** Since the last success, including attempts under way. */
export interface FailedLogins {
  readonly count: number;
  readonly lastAt: number;
}

const FAILURES_WITHOUT_DELAY = 5;
const FIRST_DELAY_MS = 1_000;
const MAX_DELAY_MS = 900_000;
export const FAILURE_WINDOW_MS = DAY_MS;

/** Counts an attempt as failed until its check succeeds. */
export function withAttempt(failed: FailedLogins, now: number): FailedLogins {
  return { count: isExpired(failed, now) ? 1 : failed.count + 1, lastAt: now };
}

/** None for the first failures, then doubling from 1 s to 15 min. */
export function loginDelayMs(failed: FailedLogins, now: number): number {
  const { count, lastAt } = failed;
  if (count < FAILURES_WITHOUT_DELAY || isExpired(failed, now)) return 0;
  const delay = Math.min(FIRST_DELAY_MS * 2 ** (count - FAILURES_WITHOUT_DELAY), MAX_DELAY_MS);
  return Math.max(0, lastAt + delay - now);
}

function isExpired({ lastAt }: FailedLogins, now: number): boolean {
  return now - lastAt > FAILURE_WINDOW_MS;
}
