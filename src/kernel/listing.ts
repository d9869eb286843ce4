import type { Kobo } from './money.js';
import type { Commission, Price } from './price.js';

export interface ListedCategory {
  readonly categoryId: string;
  readonly name: string;
  readonly description: string;
  readonly iconUrl: string;
}

export interface ListedBiller {
  readonly billerId: string;
  readonly categoryId: string;
  readonly name: string;
  readonly shortName: string;
  readonly type: string;
  readonly narration: string;
  /** Code of the mobile network; empty where there is none. */
  readonly networkId: string;
  readonly productCode: string;
  readonly payProductId: string;
  /** Label of the customer's id, as `Meter Number`. */
  readonly customerLabel: string;
  /** Label of a second detail; empty where none is asked. */
  readonly detailLabel: string;
  readonly logoUrl: string;
  /** Added to every purchase. */
  readonly surchargeKobo: Kobo;
  readonly supportEmail: string;
}

/** vtu: credit sent to the phone; epin: a PIN to dial; data: a bundle sent to the phone. */
export type ItemKind = 'vtu' | 'epin' | 'data' | 'bill';

/** Providers that list the same `itemId` sell the same thing. */
export interface ListedItem {
  readonly itemId: string;
  readonly billerId: string;
  readonly name: string;
  readonly code: string;
  readonly paymentCode: string;
  readonly kind: ItemKind;
  /** A purchase is not complete without a PIN or token. */
  readonly deliversPin: boolean;
  readonly price: Price;
  /** Added to every purchase of the item. */
  readonly feeKobo: Kobo;
  readonly commission: Commission;
  readonly customerLabel: string;
  readonly validationType: string;
  readonly validationParams: string;
  readonly paymentItemId: string;
  readonly pictureId: string;
  readonly ussdShortCode: string;
  readonly sortOrder: number;
  readonly description: string;
}

export interface Listing {
  readonly categories: readonly ListedCategory[];
  readonly billers: readonly ListedBiller[];
  readonly items: readonly ListedItem[];
}
