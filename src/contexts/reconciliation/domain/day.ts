import { DAY_MS, MINUTE_MS } from '../../../kernel/clock.js';
import { lagosMidnight } from '../../../kernel/lagos-time.js';
import type { Period } from '../../../kernel/provider-transactions.js';

/** How far apart both sides may write one transaction, so that midnight can be between. */
export const MIDNIGHT_TOLERANCE_MS = 15 * MINUTE_MS;

export class Day {
  readonly period: Period;
  /** With what may be of the day before or after. */
  readonly around: Period;

  constructor(readonly date: string) {
    const from = lagosMidnight(date);
    this.period = { from, to: from + DAY_MS };
    this.around = { from: from - MIDNIGHT_TOLERANCE_MS, to: from + DAY_MS + MIDNIGHT_TOLERANCE_MS };
  }

  /** A line without a time is of the day whose list it is in. */
  has(at: number | undefined): boolean {
    return at === undefined || isWithin(this.period, at);
  }

  isNear(at: number | undefined): boolean {
    return at === undefined || isWithin(this.around, at);
  }
}

function isWithin({ from, to }: Period, at: number): boolean {
  return at >= from && at < to;
}
