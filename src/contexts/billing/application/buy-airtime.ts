import { Injectable } from '@nestjs/common';
import type { MoneyCaller, Replayed } from '../../../kernel/caller.js';
import { Users } from '../../identity/index.js';
import { type AirtimeRequest, orderAirtime } from '../domain/order.js';
import type { OrderAnswer } from './order-answer.js';
import { PlacePurchase } from './place-purchase.js';
import { Catalogue } from './ports/catalogue.js';

/** Buys airtime for a phone, sent to it or as a PIN to dial. */
@Injectable()
export class BuyAirtime {
  constructor(
    private readonly catalogue: Catalogue,
    private readonly users: Users,
    private readonly place: PlacePurchase,
  ) {}

  async execute(request: AirtimeRequest, caller: MoneyCaller): Promise<OrderAnswer | Replayed> {
    const order = orderAirtime(await this.catalogue.current(), request);
    const buyer = await this.users.find(caller.userId);
    const phone = order.customerId;
    return this.place.execute(
      'airtime',
      order,
      { id: phone, name: '', address: '', email: buyer?.email ?? '', mobile: phone },
      caller,
    );
  }
}
