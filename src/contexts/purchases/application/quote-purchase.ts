import { Injectable } from '@nestjs/common';
import { PaymentLimits } from '../../tariffs/index.js';
import { orderForQuote, type QuoteRequest } from './order.js';
import { Catalogue } from '../../catalogue/index.js';
import { PurchaseCharges } from './purchase-charges.js';

@Injectable()
export class QuotePurchase {
  constructor(
    private readonly catalogue: Catalogue,
    private readonly charges: PurchaseCharges,
    private readonly limits: PaymentLimits,
  ) {}

  /** @throws Failure of `purchases`, `catalogue`, `price` */
  async execute(request: QuoteRequest, userId: string) {
    const order = orderForQuote(await this.catalogue.current(), request);
    const charges = await this.charges.of(order);
    return { amountKobo: order.amountKobo, charges, ...(await this.limits.left(userId)) };
  }
}
