import { kobo, type Kobo, naira } from '../../../kernel/money.js';

/** One point for each 100 Naira of completed purchases, all of them together. */
const KOBO_PER_POINT = naira(100);
const POINT_WORTH_KOBO = 10;

/** A purchase of at least this much earns the person who invited the buyer a bonus, once. */
export const REFERRAL_PURCHASE_KOBO = naira(1_000);

/** Points for completed purchases of this volume. Worked out from the volume, so that a reversal takes back what it gave. */
export function rewardPoints(volumeKobo: Kobo): number {
  return Math.max(0, Math.floor(volumeKobo / KOBO_PER_POINT));
}

export function worthOfPoints(points: number): Kobo {
  return kobo(points * POINT_WORTH_KOBO);
}
