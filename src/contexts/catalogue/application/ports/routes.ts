import type { Page, PageRequest } from '../../../../kernel/pagination.js';

/** A route as staff see it, also where its provider does not list it any more. */
export interface RouteRecord {
  readonly id: string;
  readonly itemId: string;
  readonly itemName: string;
  /** Of the item. */
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
  { readonly by: 'item' | 'biller' | 'provider'; readonly value: string } | { readonly by: 'off' | 'all' };

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
