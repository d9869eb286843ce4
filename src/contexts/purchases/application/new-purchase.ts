import type { Charge } from '../../../kernel/charges.js';
import { newId } from '../../../kernel/ids.js';
import type { Order } from './order.js';
import { type Commission, commissionOn } from '../../../kernel/price.js';
import type { Customer, Purchase } from '../domain/purchase.js';

export function newPurchase(
  kind: Purchase['kind'],
  { biller, item, amountKobo }: Order,
  customer: Customer,
  userId: string,
  reference: string,
  { commission, charges }: { readonly commission: Commission; readonly charges: readonly Charge[] },
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
    charges,
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
