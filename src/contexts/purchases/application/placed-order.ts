import type { Charge } from '../../../kernel/charges.js';
import type { Kobo } from '../../../kernel/money.js';
import { type Purchase, type PurchaseStatus } from '../domain/purchase.js';

export interface PlacedOrder {
  readonly purchaseId: string;
  readonly status: PurchaseStatus;
  readonly amountKobo: Kobo;
  readonly charges: readonly Charge[];
}

/** Stored by the version before. */
export interface FormerPlacedOrder extends Pick<PlacedOrder, 'purchaseId' | 'status'> {
  readonly feeKobo: Kobo;
  readonly totalKobo: Kobo;
}

export function placedOrder(purchase: Purchase, status = purchase.status): PlacedOrder {
  return { purchaseId: purchase.id, status, amountKobo: purchase.amountKobo, charges: purchase.charges };
}
