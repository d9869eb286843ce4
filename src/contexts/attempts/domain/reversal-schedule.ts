import { HOUR_MS } from '../../../kernel/clock.js';

/** After the delivery: 1 hour, 24 hours, 72 hours. */
const CHECKS_AFTER_MS: readonly number[] = [HOUR_MS, 24 * HOUR_MS, 72 * HOUR_MS];

/** From one check to the next, which is the first one, second or third; undefined after the last. */
export function reversalCheckDelayMs(check: number): number | undefined {
  const afterMs = CHECKS_AFTER_MS[check - 1];
  return afterMs === undefined ? undefined : afterMs - (CHECKS_AFTER_MS[check - 2] ?? 0);
}
