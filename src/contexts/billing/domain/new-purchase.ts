import { newId } from '../../../kernel/ids.js';
import type { Order } from './order.js';
import { commissionOn } from './price.js';
import type { Customer, Purchase } from './purchase.js';

export function newPurchase(
  kind: Purchase['kind'],
  { biller, item, amountKobo }: Order,
  customer: Customer,
  userId: string,
  reference: string,
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
    surchargeKobo: biller.surchargeKobo,
    commissionKobo: commissionOn(item.commission, amountKobo),
    status: 'pending',
    responseCode: '',
    responseMessage: '',
    details: {},
    queries: 0,
    nextQueryAt: undefined,
    createdAt: 0,
  };
}
