import type { Kobo } from '../../../kernel/money.js';
import { feesKobo, type Purchase, type PurchaseStatus, totalKobo } from '../domain/purchase.js';

export interface PlacedOrder {
  readonly purchaseId: string;
  readonly status: PurchaseStatus;
  readonly feeKobo: Kobo;
  readonly totalKobo: Kobo;
}

export function placedOrder(purchase: Purchase, status = purchase.status): PlacedOrder {
  return { purchaseId: purchase.id, status, feeKobo: feesKobo(purchase), totalKobo: totalKobo(purchase) };
}
