import { Injectable } from '@nestjs/common';
import { Failure } from '../../../kernel/failure.js';
import { formatNaira, type Kobo } from '../../../kernel/money.js';
import { catalogueFailures } from '../domain/catalogue.failures.js';
import type { Item, Route } from '../domain/catalogue.js';
import { accepts, type Price } from '../../../kernel/price.js';
import { ProviderAvailability, withTimeout } from '../../attempts/index.js';
import { type BillerProvider, BillerProviders } from '../../billers/index.js';
import { Catalogue } from './ports.js';

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
 * The first route, in order, whose provider takes new purchases and sells the item at the price that was asked for. What was
 * chosen and is not submitted must be released.
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

  /** After providers that certainly did nothing. Another price is not charged for what was ordered at this one. */
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

  /** As they are now: staff may have switched one off while the buyer was authorised. */
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
    // Else an order at the new price would not fit the catalogue before the next sync.
    await this.catalogue.reprice(itemId, price);
    const now = price.fixed ? formatNaira(price.amountKobo) : `from ${formatNaira(price.minimumKobo)}`;
    throw new Failure(catalogueFailures.amount_changed, { text: `The price of this service has changed and is now ${now}` });
  }
}
