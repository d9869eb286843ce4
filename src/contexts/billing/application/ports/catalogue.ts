import type { Price } from '../../domain/price.js';
import type { CatalogueSnapshot, Listing } from '../../domain/catalogue.js';

export interface CatalogueChange {
  readonly categories: number;
  readonly billers: number;
  readonly items: number;
  readonly retired: number;
}

export abstract class Catalogue {
  /** At most a few seconds old; usually from memory. */
  abstract current(): Promise<CatalogueSnapshot>;
  /** Stores a provider's listing: entries of earlier providers gain a route, and entries no longer listed become inactive. */
  abstract replace(provider: string, listing: Listing): Promise<CatalogueChange>;
  /** The item's provider has changed its price since the last `replace`. */
  abstract reprice(itemId: string, price: Price): Promise<void>;
  /** Of the last `replace`; undefined before the first. */
  abstract syncedAt(provider: string): Promise<number | undefined>;
}
