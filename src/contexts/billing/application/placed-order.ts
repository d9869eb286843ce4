import type { Purchase, PurchaseStatus } from '../domain/purchase.js';

export interface PlacedOrder {
  readonly purchaseId: string;
  readonly status: PurchaseStatus;
}

export function placedOrder({ id, status }: Pick<Purchase, 'id' | 'status'>): PlacedOrder {
  return { purchaseId: id, status };
}
