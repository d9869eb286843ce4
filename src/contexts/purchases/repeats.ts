import type { Kobo } from '../../kernel/money.js';
import type { RowUpdate } from '../../kernel/row-changes.js';

/** An item that a user has bought for a customer, or is about to. */
export interface BoughtItem {
  readonly id: string;
  /** Empty before the first. */
  readonly lastPurchaseId: string;
}

export interface BoughtKey {
  readonly userId: string;
  readonly itemId: string;
  readonly customerId: string;
}

/** Tells a second tap from a second order. */
export abstract class Repeats {
  /** Read it before the command that it guards. */
  abstract bought(key: BoughtKey): Promise<BoughtItem>;
  /** Stale where the user bought the item for the customer since it was read. */
  abstract follows(last: BoughtItem, purchaseId: string): RowUpdate;
  /** Whether it was bought for the same amount, and was not given back. @param since unix ms */
  abstract wasBoughtSince(key: BoughtKey, amountKobo: Kobo, since: number): Promise<boolean>;
}
