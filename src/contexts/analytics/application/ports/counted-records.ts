import type { Figures } from '../../domain/figures.js';

/** A user as the statistics count them: the country stays what it was when they came. */
export interface CountedUser {
  readonly userId: string;
  /** In Lagos, `YYYY-MM-DD`. */
  readonly day: string;
  /** ISO code. */
  readonly country: string;
}

/** What a purchase has contributed to the statistics of the day on which it was made. */
export interface CountedPurchase {
  readonly purchaseId: string;
  /** In Lagos, `YYYY-MM-DD`. */
  readonly day: string;
  /** ISO code. */
  readonly country: string;
  readonly figures: Pick<Figures, 'purchases' | 'completed' | 'volumeKobo' | 'revenueKobo'>;
}

/**
 * Remembers what was counted of other contexts' facts, so that each counts once however often it is told, and what
 * changed since can be made good. All in the caller's unit of work.
 */
export abstract class CountedRecords {
  abstract users(userIds: readonly string[]): Promise<ReadonlyMap<string, CountedUser>>;
  abstract addUsers(users: readonly CountedUser[]): Promise<void>;
  abstract purchases(purchaseIds: readonly string[]): Promise<ReadonlyMap<string, CountedPurchase>>;
  /** Writes them or overwrites them. */
  abstract savePurchases(purchases: readonly CountedPurchase[]): Promise<void>;
}
