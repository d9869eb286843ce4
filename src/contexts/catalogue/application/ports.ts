import { Injectable } from '@nestjs/common';
import type { Listing } from '../../../kernel/listing.js';
import type { Kobo } from '../../../kernel/money.js';
import type { Page, PageRequest } from '../../../kernel/pagination.js';
import type { Price } from '../../../kernel/price.js';
import { Contributions, Registry } from '../../../kernel/registry.js';
import type { CatalogueSnapshot } from '../domain/catalogue.js';

export interface BillerFigures {
  readonly transactions: number;
  readonly revenueKobo: Kobo;
  readonly volumeKobo: Kobo;
}

export abstract class BillerFigureSource {
  /** By biller id; billers without sales are left out. */
  abstract ofBillers(): Promise<ReadonlyMap<string, BillerFigures>>;
}

@Injectable()
export class SoldByBiller extends Registry<BillerFigureSource> {
  constructor(contributions: Contributions) {
    super(contributions, BillerFigureSource, 'one');
  }

  figures(): Promise<ReadonlyMap<string, BillerFigures>> {
    return this.entry.ofBillers();
  }
}

/** Pictures of billers, copied from their providers, so that apps load nothing from other hosts. */
export abstract class BillerLogos {
  /** Our copy's; empty where there is none. @param source the provider's address, or empty */
  abstract urlOf(source: string): string;
  /** Copies what is not copied yet. Call it outside of a unit of work. */
  abstract copy(sources: readonly string[]): Promise<void>;
}

export abstract class CatalogueEntries {
  /** An item or a biller with this id, on sale or not. */
  abstract has(itemOrBillerId: string): Promise<boolean>;
  /** Number of new items by creation time (unix ms). */
  abstract itemsAdded(): Promise<{ readonly createdAt: number; readonly items: number }[]>;
}

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
  /** Last `replace`; undefined before the first. */
  abstract syncedAt(provider: string): Promise<number | undefined>;
}

/** A route as staff see it, also where its provider does not list it any more. */
export interface RouteRecord {
  readonly id: string;
  readonly itemId: string;
  readonly itemName: string;
  /** The item's. */
  readonly billerName: string;
  readonly provider: string;
  readonly paymentCode: string;
  /** From 1, among the routes of the item. */
  readonly position: number;
  readonly status: RouteStatus;
  readonly createdAt: number;
}

/** unlisted: the provider does not sell it at present. */
export type RouteStatus = 'on' | 'off' | 'unlisted';

/** `biller` is the item's biller id or its marker, `item` the item's id or its marker. */
export type RouteFilter =
  | { readonly by: 'item' | 'biller' | 'provider'; readonly value: string }
  | { readonly by: 'off' | 'all' };

export interface RouteChange {
  readonly isOn?: boolean;
  /** From 1; beyond the last it becomes the last. */
  readonly position?: number;
  /** The item of which it becomes a route; its own again where that is its own. */
  readonly itemId?: string;
}

export abstract class Routes {
  abstract list(filter: RouteFilter, page: PageRequest): Promise<Page<RouteRecord>>;
  abstract find(id: string): Promise<RouteRecord | undefined>;
  /**
   * In the caller's unit of work, where it waits for other changes and syncs. Every process sells by it within seconds. @throws Failure `catalogue.no_route`,
   * `catalogue.unknown_item`, `catalogue.other_kind`, `catalogue.other_route`
   */
  abstract change(id: string, change: RouteChange): Promise<void>;
}
