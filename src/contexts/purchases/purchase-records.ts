import type { Deliverable } from '../../kernel/deliverable.js';
import type { Kobo } from '../../kernel/money.js';
import type { Page, PageRequest } from '../../kernel/pagination.js';
import type { CounterIncrement } from '../../kernel/row-changes.js';
import type { Purchase, PurchaseStatus } from './purchases.js';
import type { OrderAttempts } from '../attempts/index.js';

/** Counters of completed purchases by biller and user, changed in the same commit. */
export abstract class PurchaseFigures {
  abstract add(purchase: Purchase): CounterIncrement[];
  abstract takeBack(purchase: Purchase): CounterIncrement[];
  abstract addReferral(referrerId: string, bonusKobo: Kobo): CounterIncrement[];
  /** @param takenKobo of its bonus */
  abstract takeBackReferral(referrerId: string, takenKobo: Kobo): CounterIncrement[];
}

export interface PurchaseRecord extends OrderAttempts {
  readonly purchase: Purchase;
  /** Masked; `reveal` reads them. */
  readonly deliverables: readonly Deliverable[];
}

/** All conditions hold. */
export interface PurchaseFilter {
  readonly id?: string;
  readonly userId?: string;
  /** In any spelling of a phone number. */
  readonly customerId?: string;
  /** Ours or the provider's, of any attempt. */
  readonly reference?: string;
  readonly status?: PurchaseStatus;
  /** Pending, and nobody asks any more. */
  readonly isUndecided?: true;
}

export abstract class PurchaseRecords {
  abstract list(filter: PurchaseFilter, page: PageRequest): Promise<Page<PurchaseRecord>>;
  /** Empty where there are none. */
  abstract reveal(purchaseId: string): Promise<readonly Deliverable[]>;
}

export interface PurchaseSummary {
  readonly purchaseId: string;
  readonly userId: string;
  readonly status: PurchaseStatus;
  readonly amountKobo: Kobo;
  /** Our earnings once it is completed. */
  readonly revenueKobo: Kobo;
  readonly createdAt: number;
}

export abstract class PurchaseSummaries {
  abstract find(purchaseIds: readonly string[]): Promise<PurchaseSummary[]>;
  /** In the order of the ids, after the one given. */
  abstract listAfter(purchaseId: string, limit: number): Promise<PurchaseSummary[]>;
  abstract count(): Promise<number>;
  /** Pending ones, without those that wait for staff. */
  abstract countOpen(): Promise<number>;
}
