import { newId } from '../../../kernel/ids.js';
import type { Kobo } from '../../../kernel/money.js';
import type { Order } from './order.js';
import { type Commission, commissionOn } from '../../../kernel/price.js';
import type { Customer, Purchase } from '../domain/purchase.js';

export interface Surcharge {
  readonly feeKobo: Kobo;
  /** Empty where it is the biller's. */
  readonly tariffId: string;
}

export function newPurchase(
  kind: Purchase['kind'],
  { biller, item, amountKobo }: Order,
  customer: Customer,
  userId: string,
  reference: string,
  { commission, surcharge }: { readonly commission: Commission; readonly surcharge: Surcharge },
): Purchase {
  return {
    id: newId(),
    userId,
    kind,
    categoryId: biller.categoryId,
    billerId: biller.billerId,
    billerName: biller.name,
    itemId: item.itemId,
    itemName: item.name,
    paymentCode: item.paymentCode,
    reference,
    deliversPin: item.deliversPin,
    customer,
    amountKobo,
    feeKobo: item.feeKobo,
    surchargeKobo: surcharge.feeKobo,
    tariff: surcharge.tariffId,
    commissionKobo: commissionOn(commission, amountKobo),
    status: 'pending',
    responseCode: '',
    responseMessage: '',
    details: {},
    queries: 0,
    nextQueryAt: undefined,
    createdAt: 0,
  };
}
