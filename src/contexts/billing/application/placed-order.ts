import type { Purchase, PurchaseStatus } from '../domain/purchase.js';

/** What the buyer gets to know of a purchase within the time of the answer; stored for repeats of the request. */
export interface PlacedOrder {
  readonly purchaseId: string;
  readonly status: PurchaseStatus;
}

export function placedOrder({ id, status }: Pick<Purchase, 'id' | 'status'>): PlacedOrder {
  return { purchaseId: id, status };
}
