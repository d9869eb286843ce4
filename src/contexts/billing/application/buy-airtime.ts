import { Injectable } from '@nestjs/common';
import type { MoneyCaller, Replayed } from '../../../kernel/caller.js';
import { Users } from '../../identity/index.js';
import { type AirtimeRequest, orderAirtime } from '../domain/order.js';
import type { PlacedOrder } from './placed-order.js';
import { PlacePurchase } from './place-purchase.js';

@Injectable()
export class BuyAirtime {
  constructor(
    private readonly users: Users,
    private readonly place: PlacePurchase,
  ) {}

  execute(request: AirtimeRequest, caller: MoneyCaller): Promise<PlacedOrder | Replayed> {
    return this.place.execute(
      'airtime',
      (catalogue) => orderAirtime(catalogue, request),
      async ({ customerId: phone }) => {
        const buyer = await this.users.find(caller.userId);
        return { id: phone, name: '', address: '', email: buyer?.email ?? '', mobile: phone };
      },
      caller,
    );
  }
}
