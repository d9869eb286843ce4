import type { Price } from '../../../../kernel/price.js';
import type { CatalogueSnapshot } from '../../domain/catalogue.js';
import type { Listing } from '../../../../kernel/listing.js';

export interface CatalogueChange {
  readonly categories: number;
  readonly billers: number;
  readonly items: number;
  readonly retired: number;
}

export abstract class Catalogue {
  /** To sell by: at most two seconds old, usually from memory. */
  abstract current(): Promise<CatalogueSnapshot>;
  /** To look at: from memory, while a change is read behind it. */
  abstract recent(): Promise<CatalogueSnapshot>;
  /** In the caller's unit of work: its change holds in this process from the commit on, and in others within two seconds. */
  abstract changed(provider: string): Promise<void>;
  /** Stores a provider's listing: entries of earlier providers gain a route, and entries no longer listed become inactive. */
  abstract replace(provider: string, listing: Listing): Promise<CatalogueChange>;
  /** The item's provider has changed its price since the last `replace`. */
  abstract reprice(itemId: string, price: Price): Promise<void>;
  /** Of the last `replace`; undefined before the first. */
  abstract syncedAt(provider: string): Promise<number | undefined>;
}
