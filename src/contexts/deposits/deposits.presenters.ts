import { toSeconds } from '../../kernel/clock.js';
import { formatNaira, toNaira } from '../../kernel/money.js';
import type { ListKeys } from '../../platform/http/list-keys.js';
import type { OpenOrder } from './application/create-deposit-order.js';
import type { DepositOrder } from './domain/deposit-order.js';

export function presentOpenOrder(order: OpenOrder) {
  return {
    marker: order.id,
    accountNumber: order.accountNumber,
    accountName: order.accountName,
    bankName: order.bankName,
    expires: String(toSeconds(order.expiresAt)),
    amount: formatNaira(order.amountKobo),
    pxamount: toNaira(order.amountKobo),
    currency: 'NGN',
    recorded: String(order.createdAt),
  };
}

export const ORDER_KEYS: ListKeys<DepositOrder> = {
  sorts: {
    recorded: ({ createdAt }) => createdAt,
    ax_amount: ({ amountKobo }) => amountKobo,
    ax_received: ({ receivedKobo }) => receivedKobo,
    ax_bank: ({ bankName }) => bankName,
    ax_expire: ({ expiresAt }) => expiresAt,
    status: ({ status }) => status,
  },
  sums: { ax_amount: ({ amountKobo }) => amountKobo, ax_received: ({ receivedKobo }) => receivedKobo },
};

export function presentOrder(order: DepositOrder) {
  return {
    marker: order.id,
    userid: order.userId,
    ax_bank: order.bankName,
    ax_name: order.accountName,
    ax_amount: toNaira(order.amountKobo),
    ax_received: toNaira(order.receivedKobo),
    ax_number: order.accountNumber,
    ax_expire: String(toSeconds(order.expiresAt)),
    status: order.status,
    recorded: String(order.createdAt),
  };
}
