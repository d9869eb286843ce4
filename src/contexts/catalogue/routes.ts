import type { Page, PageRequest } from '../../kernel/pagination.js';
import { Injectable } from '@nestjs/common';
import { Failure } from '../../kernel/failure.js';
import { formatNaira, type Kobo } from '../../kernel/money.js';
import { catalogueFailures, type Item, type Route, Catalogue } from './catalogue.js';
import { accepts, type Price } from '../../kernel/price.js';
import { ProviderAvailability, withTimeout } from '../attempts/index.js';
import { type BillerProvider, BillerProviders } from '../billers/index.js';
import { AuditedUnitOfWork, type StaffMember } from '../audit/index.js';

/** A route as staff see it, also where its provider does not list it any more. */
export interface RouteRecord {
  readonly id: string;
  readonly itemId: string;
  readonly itemName: string;
  /** The item's. */
  readonly billerName: string;
  readonly provider: string;
  readonly paymentCode: string;
  /** Position among the routes of the item, from 1. */
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
  /** From 1; a number beyond the last means the last. */
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

/** The buyer waits for it. */
const PRICE_TIMEOUT_MS = 5_000;

export interface ChosenRoute {
  readonly provider: BillerProvider;
  readonly route: Route;
}

interface ChangedPrice {
  readonly changedTo: Price;
}

/**
 * The first route, in order, whose provider takes new purchases and sells the item at the requested price. Release a chosen route
 * that is not submitted.
 */
@Injectable()
export class ChooseRoute {
  constructor(
    private readonly providers: BillerProviders,
    private readonly catalogue: Catalogue,
    private readonly health: ProviderAvailability,
  ) {}

  /** @throws Failure `catalogue.amount_changed`, `catalogue.unavailable`; nothing was bought */
  async first(item: Item, amountKobo: Kobo): Promise<ChosenRoute> {
    for (const route of await this.routesOf(item)) {
      const offer = await this.offer(item, route, amountKobo);
      if (!offer) continue;
      if ('provider' in offer) return offer;
      await this.changed(item, offer.changedTo);
    }
    throw new Failure(catalogueFailures.unavailable);
  }

  /** Chooses after providers that certainly did nothing. An order is never charged at another price. */
  async next(item: Item, amountKobo: Kobo, tried: ReadonlySet<string>): Promise<ChosenRoute | undefined> {
    for (const route of await this.routesOf(item)) {
      if (tried.has(route.provider)) continue;
      const offer = await this.offer(item, route, amountKobo);
      if (offer && 'provider' in offer) return offer;
    }
    return undefined;
  }

  release({ provider }: ChosenRoute): Promise<void> {
    return this.health.released(provider);
  }

  /** Reads the present routes: staff may have switched one off while the buyer was authorised. */
  private async routesOf({ itemId }: Item): Promise<readonly Route[]> {
    return (await this.catalogue.current()).item(itemId)?.routes ?? [];
  }

  private async offer(item: Item, route: Route, amountKobo: Kobo): Promise<ChosenRoute | ChangedPrice | undefined> {
    const provider = route.isOn ? this.providers.find(route.provider) : undefined;
    if (!provider || !(await this.health.allows(provider))) return undefined;
    const isRead = item.price.fixed && provider.price !== undefined;
    const price = isRead ? await this.readPrice(provider, route) : route.price;
    if (!price) return undefined;
    if (accepts(price, amountKobo)) return { provider, route };
    await this.health.released(provider);
    return isRead ? { changedTo: price } : undefined;
  }

  /** Undefined where it is not sold or its price cannot be read: it must not be bought for an unknown price. */
  private async readPrice(provider: BillerProvider, { billerId, paymentCode }: Route): Promise<Price | undefined> {
    const timeoutMs = Math.min(PRICE_TIMEOUT_MS, provider.capabilities.readTimeoutMs);
    try {
      const price = await withTimeout(timeoutMs, async (signal) => provider.price?.({ billerId, paymentCode }, signal));
      if (!price) await this.health.released(provider);
      return price;
    } catch {
      await this.health.unreachable(provider);
      return undefined;
    }
  }

  private async changed({ itemId }: Item, price: Price): Promise<never> {
    // Otherwise an order at the new price would not fit the catalogue before the next sync.
    await this.catalogue.reprice(itemId, price);
    const now = price.fixed ? formatNaira(price.amountKobo) : `from ${formatNaira(price.minimumKobo)}`;
    throw new Failure(catalogueFailures.amount_changed, { text: `The price of this service has changed and is now ${now}` });
  }
}

/** Staff decide which provider sells an item, in which order. */
@Injectable()
export class ChangeRoute {
  constructor(
    private readonly routes: Routes,
    private readonly auditedUnitOfWork: AuditedUnitOfWork,
  ) {}

  /** @throws Failure of `catalogue` where the route cannot be changed so; nothing was changed */
  execute(id: string, change: RouteChange, by: StaffMember): Promise<void> {
    if (Object.keys(change).length === 0) throw new Failure(catalogueFailures.nothing_to_change);
    return this.auditedUnitOfWork.execute(by, 'control_route_update', async () => {
      const before = await this.find(id);
      await this.routes.change(id, change);
      return { subject: `route:${id}`, before: stateOf(before), after: stateOf(await this.find(id)), result: undefined };
    });
  }

  private async find(id: string): Promise<RouteRecord> {
    const route = await this.routes.find(id);
    if (!route) throw new Failure(catalogueFailures.no_route);
    return route;
  }
}

function stateOf({ itemId, provider, paymentCode, position, status }: RouteRecord) {
  return { itemId, provider, paymentCode, position, status };
}
