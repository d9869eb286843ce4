import { Injectable } from '@nestjs/common';
import { ZERO_KOBO } from '../../../kernel/money.js';
import { PaymentLimits } from '../../tariffs/index.js';
import { orderForQuote, type QuoteRequest } from './order.js';
import { Catalogue } from '../../catalogue/index.js';
import { Surcharges } from './surcharges.js';

@Injectable()
export class QuotePurchase {
  constructor(
    private readonly catalogue: Catalogue,
    private readonly surcharges: Surcharges,
    private readonly limits: PaymentLimits,
  ) {}

  /** @throws Failure of `purchases`, `catalogue`, `price` */
  async execute(request: QuoteRequest, userId: string) {
    const order = orderForQuote(await this.catalogue.current(), request);
    const { feeKobo: surchargeKobo } = await this.surcharges.of(order);
    const limits = await this.limits.left(userId);
    return { amountKobo: order.amountKobo, feeKobo: order.item.feeKobo, dutyKobo: ZERO_KOBO, surchargeKobo, limits };
  }
}
