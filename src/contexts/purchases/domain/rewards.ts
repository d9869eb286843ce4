import { kobo, type Kobo, naira } from '../../../kernel/money.js';

/** Counted over all completed purchases. */
const KOBO_PER_POINT = naira(100);
const POINT_WORTH_KOBO = 10;

export const REFERRAL_PURCHASE_KOBO = naira(1_000);

/** Computed from the volume, so that a reversal subtracts its points. */
export function rewardPoints(volumeKobo: Kobo): number {
  return Math.max(0, Math.floor(volumeKobo / KOBO_PER_POINT));
}

export function worthOfPoints(points: number): Kobo {
  return kobo(points * POINT_WORTH_KOBO);
}
