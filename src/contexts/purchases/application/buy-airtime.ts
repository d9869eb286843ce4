import { Injectable } from '@nestjs/common';
import type { MoneyCaller, Replayed } from '../../../kernel/caller.js';
import { type AirtimeRequest, orderAirtime } from './order.js';
import { Buyers } from './buyers.js';
import type { PlacedOrder } from './placed-order.js';
import { PlacePurchase } from './place-purchase.js';

@Injectable()
export class BuyAirtime {
  constructor(
    private readonly buyers: Buyers,
    private readonly place: PlacePurchase,
  ) {}

  execute(request: AirtimeRequest, caller: MoneyCaller, pin?: string): Promise<PlacedOrder | Replayed> {
    return this.place.execute(
      'airtime',
      async (catalogue) => {
        await this.buyers.authorise(caller, pin);
        return orderAirtime(catalogue, request);
      },
      async ({ customerId: phone }) => {
        const { email } = await this.buyers.contactOf(caller);
        return { id: phone, name: '', address: '', email, mobile: phone };
      },
      caller,
    );
  }
}
