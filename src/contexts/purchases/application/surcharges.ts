import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { Tariffs } from '../../tariffs/index.js';
import type { Surcharge } from './new-purchase.js';
import type { Order } from './order.js';

/** Surcharges by tariff, else by biller: the same for a quote and for the purchase. */
@Injectable()
export class Surcharges {
  constructor(
    private readonly tariffs: Tariffs,
    private readonly clock: Clock,
  ) {}

  async of({ item, biller, amountKobo }: Pick<Order, 'item' | 'biller' | 'amountKobo'>): Promise<Surcharge> {
    const book = await this.tariffs.current();
    return book.surcharge(item, amountKobo, this.clock.now()) ?? { feeKobo: biller.surchargeKobo, tariffId: '' };
  }
}
