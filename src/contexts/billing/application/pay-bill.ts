import { Injectable } from '@nestjs/common';
import type { MoneyCaller, Replayed } from '../../../kernel/caller.js';
import { Users } from '../../identity/index.js';
import { type BillRequest, orderBill } from '../domain/order.js';
import type { Customer } from '../domain/purchase.js';
import type { OrderAnswer } from './order-answer.js';
import { PlacePurchase } from './place-purchase.js';
import { Catalogue } from './ports/catalogue.js';
import { Verifications } from './ports/verifications.js';

/** What the buyer says of the customer; what is left out is taken from the verification. */
export interface CustomerGiven {
  readonly name: string | undefined;
  readonly address: string | undefined;
  readonly mobile: string | undefined;
}

/** Pays a bill: electricity, television, data, and whatever else the catalogue has. */
@Injectable()
export class PayBill {
  constructor(
    private readonly catalogue: Catalogue,
    private readonly users: Users,
    private readonly verifications: Verifications,
    private readonly place: PlacePurchase,
  ) {}

  async execute(request: BillRequest, given: CustomerGiven, caller: MoneyCaller): Promise<OrderAnswer | Replayed> {
    const order = orderBill(await this.catalogue.current(), request);
    const [buyer, verified] = await Promise.all([
      this.users.find(caller.userId),
      this.verified(request, order.customerId, given, caller.userId),
    ]);
    const customer: Customer = {
      id: order.customerId,
      name: given.name ?? verified?.name ?? '',
      address: given.address ?? verified?.address ?? '',
      email: buyer?.email ?? '',
      mobile: given.mobile ?? verified?.mobile ?? '',
    };
    return this.place.execute('bill', order, customer, caller);
  }

  private async verified({ paymentCode }: BillRequest, customerId: string, { name, address }: CustomerGiven, userId: string) {
    return name === undefined || address === undefined ? this.verifications.find({ userId, paymentCode, customerId }) : undefined;
  }
}
