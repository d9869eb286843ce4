import { Injectable } from '@nestjs/common';
import type { Charge } from '../../../kernel/charges.js';
import { Clock } from '../../../kernel/clock.js';
import { Surcharges } from '../../catalogue/index.js';
import { Tariffs } from '../../tariffs/index.js';
import type { Order } from './order.js';

/** What a purchase costs beside its amount: the same for a quote and for the purchase. */
@Injectable()
export class PurchaseCharges {
  constructor(
    private readonly tariffs: Tariffs,
    private readonly surcharges: Surcharges,
    private readonly clock: Clock,
  ) {}

  async of({ item, biller, amountKobo }: Pick<Order, 'item' | 'biller' | 'amountKobo'>): Promise<Charge[]> {
    const itemFee = { kind: 'item_fee', name: 'Fee', amountKobo: item.feeKobo, baseKobo: amountKobo, tariffId: '' } as const;
    const charges = [...(item.feeKobo > 0 ? [itemFee] : []), ...(await this.surcharges.of(item, biller, amountKobo))];
    return (await this.tariffs.current()).withVat(charges, this.clock.now());
  }
}
