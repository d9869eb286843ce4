import type { Kobo } from '../../../../kernel/money.js';
import type { PurchaseStatus } from '../../domain/purchase.js';

export interface Trade {
  readonly purchaseId: string;
  readonly userId: string;
  readonly status: PurchaseStatus;
  readonly amountKobo: Kobo;
  /** Our earnings once it is completed. */
  readonly revenueKobo: Kobo;
  readonly createdAt: number;
}

/** The purchases of all users. */
export abstract class Trades {
  abstract find(purchaseIds: readonly string[]): Promise<Trade[]>;
  /** Some of them in the order of the ids, which go on from there. */
  abstract listAfter(purchaseId: string, limit: number): Promise<Trade[]>;
  abstract count(): Promise<number>;
  /** How many are pending, without those that wait for staff. */
  abstract countOpen(): Promise<number>;
}

/** What is sold. */
export abstract class Assortment {
  /** Number of new items by creation time (unix ms). */
  abstract itemsAdded(): Promise<{ readonly createdAt: number; readonly items: number }[]>;
}
