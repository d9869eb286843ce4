import { Injectable } from '@nestjs/common';
import { Failure } from '../../../kernel/failure.js';
import { formatNaira } from '../../../kernel/money.js';
import { billingFailures } from '../domain/billing.failures.js';
import type { Item, Route } from '../domain/catalogue.js';
import { accepts, type Price } from '../domain/price.js';
import type { BillerProvider } from './ports/biller-provider.js';
import { BillerProviders } from './ports/biller-providers.js';
import { Catalogue } from './ports/catalogue.js';
import { withTimeout } from './provider-calls.js';

/** The buyer waits for it. */
const PRICE_TIMEOUT_MS = 5_000;

export interface ChosenRoute {
  readonly provider: BillerProvider;
  readonly paymentCode: string;
}

/** The first provider that sells the item, at the price in the catalogue where that is fixed. */
@Injectable()
export class ChooseRoute {
  constructor(
    private readonly providers: BillerProviders,
    private readonly catalogue: Catalogue,
  ) {}

  /** @throws Failure `billing.amount_changed`, `billing.unavailable`; nothing was bought */
  async execute(item: Item): Promise<ChosenRoute> {
    for (const route of item.routes) {
      const provider = this.providers.find(route.provider);
      if (!provider) continue;
      const chosen = { provider, paymentCode: route.paymentCode };
      if (!item.price.fixed || !provider.price) return chosen;
      const price = await readPrice(provider, item, route);
      if (!price) continue;
      if (accepts(price, item.price.amountKobo)) return chosen;
      await this.changed(item, price);
    }
    throw new Failure(billingFailures.unavailable);
  }

  private async changed({ itemId }: Item, price: Price): Promise<never> {
    // Else an order at the new price would not fit the catalogue before the next sync.
    await this.catalogue.reprice(itemId, price);
    const now = price.fixed ? formatNaira(price.amountKobo) : `from ${formatNaira(price.minimumKobo)}`;
    throw new Failure(billingFailures.amount_changed, { text: `The price of this service has changed and is now ${now}` });
  }
}

/** Undefined where it is not sold or its price cannot be read: it must not be bought for an unknown price. */
async function readPrice(provider: BillerProvider, { billerId }: Item, { paymentCode }: Route): Promise<Price | undefined> {
  const timeoutMs = Math.min(PRICE_TIMEOUT_MS, provider.capabilities.readTimeoutMs);
  try {
    return await withTimeout(timeoutMs, async (signal) => provider.price?.({ billerId, paymentCode }, signal));
  } catch {
    return undefined;
  }
}
