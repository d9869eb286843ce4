import { formatNaira } from '../../../kernel/money.js';
import { type Purchase, type PurchaseEnd, totalKobo } from './purchase.js';

export interface EndNotice {
  readonly subject: string;
  readonly message: string;
}

export function endNotice(purchase: Purchase, end: PurchaseEnd): EndNotice {
  const { itemName, billerName, customer } = purchase;
  const returned = `${formatNaira(totalKobo(purchase))} went back to your wallet.`;
  switch (end) {
    case 'completed':
      return {
        subject: 'Purchase completed',
        message: `${itemName} (${billerName}) of ${formatNaira(purchase.amountKobo)} for ${customer.id} was delivered.`,
      };
    case 'failed':
      return {
        subject: 'Purchase failed',
        message: `${itemName} (${billerName}) for ${customer.id} could not be delivered. ${returned}`,
      };
    case 'reversed':
      return {
        subject: 'Purchase reversed',
        message: `${billerName} took back ${itemName} for ${customer.id}. ${returned}`,
      };
  }
}
