import { Injectable } from '@nestjs/common';
import type { Charge } from '../../../kernel/charges.js';
import { Clock } from '../../../kernel/clock.js';
import { type Kobo, kobo } from '../../../kernel/money.js';
import type { Price } from '../../../kernel/price.js';
import { Tariffs } from '../../tariffs/index.js';
import type { Biller, Item } from '../domain/catalogue.js';

/** Surcharges by tariff, else by biller: the same in a list, in a quote and in a purchase. */
@Injectable()
export class Surcharges {
  constructor(
    private readonly tariffs: Tariffs,
    private readonly clock: Clock,
  ) {}

  /** None or one. */
  async of(item: Pick<Item, 'itemId' | 'billerId'>, biller: Biller, amountKobo: Kobo): Promise<Charge[]> {
    const book = await this.tariffs.current();
    return book.surcharge(item, amountKobo, this.clock.now()) ?? surchargeOf(biller, amountKobo);
  }

  /** That of the cheapest purchase, because the list of billers has one figure for each. @param items what it sells */
  async ofLowest(biller: Biller, items: readonly Item[]): Promise<Kobo> {
    const [cheapest] = items.toSorted((one, other) => lowestOf(one.price) - lowestOf(other.price));
    return cheapest ? this.ofItem(cheapest, biller) : biller.surchargeKobo;
  }

  /** Of its price, or of the least that it is sold for. */
  async ofItem(item: Item, biller: Biller): Promise<Kobo> {
    const [charge] = await this.of(item, biller, lowestOf(item.price));
    return charge?.amountKobo ?? kobo(0);
  }
}

function lowestOf(price: Price): Kobo {
  return price.fixed ? price.amountKobo : price.minimumKobo;
}

function surchargeOf({ surchargeKobo: amountKobo }: Biller, baseKobo: Kobo): Charge[] {
  return amountKobo > 0 ? [{ kind: 'surcharge', name: 'Surcharge', amountKobo, baseKobo, tariffId: '' }] : [];
}
