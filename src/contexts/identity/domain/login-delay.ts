import { DAY_MS, HOUR_MS } from '../../../kernel/clock.js';

/** Since the last success, including attempts under way. */
export interface FailedLogins {
  readonly count: number;
  readonly lastAt: number;
}

export interface DelayRule {
  readonly freeFailures: number;
  /** Failures are forgotten this long after the last one. */
  readonly windowMs: number;
}

/** Of one account and network, or one account and device that signed in to it before. */
export const NETWORK_DELAY: DelayRule = { freeFailures: 5, windowMs: DAY_MS };
/** Of one account over all networks, for devices that never signed in to it. */
export const ACCOUNT_DELAY: DelayRule = { freeFailures: 20, windowMs: HOUR_MS };

const FIRST_DELAY_MS = 1_000;
const MAX_DELAY_MS = 900_000;
export const FAILURE_WINDOW_MS = DAY_MS;

/** Counts an attempt as failed until its check succeeds. */
export function withAttempt(failed: FailedLogins, now: number, rule = NETWORK_DELAY): FailedLogins {
  return { count: isExpired(failed, now, rule) ? 1 : failed.count + 1, lastAt: now };
}

/** None for the first failures, then doubling from 1 s to 15 min. */
export function loginDelayMs(failed: FailedLogins, now: number, rule = NETWORK_DELAY): number {
  const { count, lastAt } = failed;
  if (count < rule.freeFailures || isExpired(failed, now, rule)) return 0;
  const delay = Math.min(FIRST_DELAY_MS * 2 ** (count - rule.freeFailures), MAX_DELAY_MS);
  return Math.max(0, lastAt + delay - now);
}

function isExpired({ lastAt }: FailedLogins, now: number, { windowMs }: DelayRule): boolean {
  return now - lastAt > windowMs;
}
