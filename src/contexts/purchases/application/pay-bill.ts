import { Injectable } from '@nestjs/common';
import type { MoneyCaller, Replayed } from '../../../kernel/caller.js';
import { type BillRequest, orderBill } from './order.js';
import type { Customer } from '../domain/purchase.js';
import { Buyers } from './buyers.js';
import type { PlacedOrder } from './placed-order.js';
import { PlacePurchase } from './place-purchase.js';
import { Verifications } from './ports.js';

/** Missing fields are taken from the verification, a missing phone also from the buyer. */
export interface CustomerGiven {
  readonly name: string | undefined;
  readonly address: string | undefined;
  readonly mobile: string | undefined;
}

@Injectable()
export class PayBill {
  constructor(
    private readonly buyers: Buyers,
    private readonly verifications: Verifications,
    private readonly place: PlacePurchase,
  ) {}

  execute(request: BillRequest, given: CustomerGiven, caller: MoneyCaller, pin?: string): Promise<PlacedOrder | Replayed> {
    return this.place.execute(
      'bill',
      async (catalogue) => {
        await this.buyers.authorise(caller, pin);
        return orderBill(catalogue, request);
      },
      ({ customerId }) => this.customer(customerId, request.paymentCode, given, caller),
      caller,
    );
  }

  private async customer(customerId: string, paymentCode: string, given: CustomerGiven, caller: MoneyCaller): Promise<Customer> {
    const [buyer, verified] = await Promise.all([
      this.buyers.contactOf(caller),
      this.verifications.find({ userId: caller.userId, paymentCode, customerId }),
    ]);
    return {
      id: customerId,
      name: given.name ?? verified?.name ?? '',
      address: given.address ?? verified?.address ?? '',
      email: buyer.email,
      mobile: given.mobile || verified?.mobile || buyer.mobile,
      ...(verified ? { verified: { amountKobo: verified.amountKobo, details: verified.details } } : {}),
    };
  }
}
