/** Failed attempts of one account from one address since the last success, those under way among them. */
export interface FailedLogins {
  readonly count: number;
  /** Unix ms of the last one. */
  readonly lastAt: number;
}

const FREE_FAILURES = 5;
const FIRST_DELAY_MS = 1_000;
const LONGEST_DELAY_MS = 900_000;
/** After so long without another attempt the count starts anew. */
export const FORGET_FAILURES_MS = 86_400_000;

/** With one attempt more, which is a failure until it turns out to be right. */
export function withAttempt(failed: FailedLogins, now: number): FailedLogins {
  return { count: isForgotten(failed, now) ? 1 : failed.count + 1, lastAt: now };
}

/** How long the next attempt has to wait: nothing for the first failures, then doubling from 1 s to 15 min. */
export function loginDelayMs(failed: FailedLogins, now: number): number {
  const { count, lastAt } = failed;
  if (count < FREE_FAILURES || isForgotten(failed, now)) return 0;
  const delay = Math.min(FIRST_DELAY_MS * 2 ** (count - FREE_FAILURES), LONGEST_DELAY_MS);
  return Math.max(0, lastAt + delay - now);
}

function isForgotten({ lastAt }: FailedLogins, now: number): boolean {
  return now - lastAt > FORGET_FAILURES_MS;
}
