import type { Period } from '../../domain/calendar.js';
import type { Figures } from '../../domain/figures.js';

/** A counted user, with the country of the first login. */
export interface CountedUser {
  readonly userId: string;
  readonly day: string;
  readonly country: string;
}

/** A purchase's contribution to the statistics of the day on which it was made. */
export interface CountedPurchase {
  readonly purchaseId: string;
  readonly day: string;
  readonly country: string;
  readonly figures: Pick<Figures, 'purchases' | 'completed' | 'volumeKobo' | 'revenueKobo'>;
}

/**
 * What the statistics already contain of other contexts' records, so that each counts once however often its event comes, and
 * changes can be corrected. In the caller's unit of work.
 */
export abstract class CountedRecords {
  abstract users(userIds: readonly string[]): Promise<ReadonlyMap<string, CountedUser>>;
  abstract addUsers(users: readonly CountedUser[]): Promise<void>;
  abstract purchases(purchaseIds: readonly string[]): Promise<ReadonlyMap<string, CountedPurchase>>;
  abstract savePurchases(purchases: readonly CountedPurchase[]): Promise<void>;
  /** Those of these users who are counted as active in the period. */
  abstract activeUsers(period: Period, userIds: readonly string[]): Promise<ReadonlySet<string>>;
  abstract addActiveUsers(period: Period, userIds: readonly string[]): Promise<void>;
}
