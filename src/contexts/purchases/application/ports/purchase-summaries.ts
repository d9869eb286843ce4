import type { Kobo } from '../../../../kernel/money.js';
import type { PurchaseStatus } from '../../domain/purchase.js';

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
