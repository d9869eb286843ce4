import { itemised, paidKobo, sumOf } from '../../kernel/charges.js';
import { type Deliverable, rechargePin } from '../../kernel/deliverable.js';
import { kobo, toDecimal, toNaira } from '../../kernel/money.js';
import type { ListKeys } from '../../platform/http/list-keys.js';
import type { PlacedOrder, RevealedPurchase, Purchase, PurchaseStatus } from './purchases.js';
import type { VerifiedCustomer } from '../billers/index.js';

const ORDER_COMMENTS: Readonly<Record<PurchaseStatus, string>> = {
  pending: 'Your purchase is being processed',
  completed: 'Your purchase was successful',
  failed: 'Your purchase could not be completed and your money was returned',
  reversed: 'Your purchase was reversed and your money was returned',
};

/** `total` is all that left the wallet, which comes back where it failed. */
export function presentPlacedOrder(order: PlacedOrder) {
  const { purchaseId, status } = order;
  return { orderId: purchaseId, status, ...itemised(order), COMMENT: ORDER_COMMENTS[status] };
}

export function presentVerification(customer: VerifiedCustomer) {
  return {
    status: 'SUCCESSFUL',
    responseCode: customer.responseCode,
    responseDescription: customer.responseDescription,
    customerId: customer.customerId,
    customerName: customer.name,
    customerAddress: customer.address,
    customerEmail: customer.email,
    customerMobile: customer.mobile,
    dueDate: customer.dueDate,
    amount: toNaira(kobo(customer.amountKobo)),
    exchangeReference: customer.exchangeReference,
    miscData: customer.details,
  };
}

interface OwnPurchases {
  readonly purchases: readonly RevealedPurchase[];
  readonly full: boolean;
}

export function presentPurchases({ purchases, full }: OwnPurchases) {
  return purchases.map((purchase) => presentPurchase(purchase, full));
}

/** @param full with details and what was delivered */
export function presentPurchase(purchase: RevealedPurchase, full: boolean) {
  return {
    marker: purchase.id,
    userid: purchase.userId,
    tx_type: purchase.kind,
    tx_amount: toDecimal(purchase.amountKobo),
    ...itemised(purchase),
    tx_reference: purchase.reference,
    payment_code: purchase.paymentCode,
    customer_id: purchase.customer.id,
    customer_email: purchase.customer.email,
    customer_mobile: purchase.customer.mobile,
    itemId: purchase.itemId,
    billerId: purchase.billerId,
    categoryTag: purchase.categoryId,
    biller_name: purchase.billerName,
    biller_item: purchase.itemName,
    response_code: purchase.responseCode,
    response_message: purchase.responseMessage,
    recharge_pin: full ? rechargePin(purchase.deliverables) : '',
    misc_data: full ? JSON.stringify({ ...presentDetails(purchase), ...presentDeliverables(purchase) }) : '',
    status: purchase.status,
    recorded: String(purchase.createdAt),
  };
}

export const TRADE_KEYS: ListKeys<Purchase> = {
  sorts: {
    recorded: ({ createdAt }) => createdAt,
    tx_amount: ({ amountKobo }) => amountKobo,
    total: (purchase) => paidKobo(purchase),
    biller_name: ({ billerName }) => billerName,
    status: ({ status }) => status,
  },
  sums: { tx_amount: ({ amountKobo }) => amountKobo, total: (purchase) => paidKobo(purchase) },
};

/** A purchase for staff: with details, without deliverables. */
export function presentTrade(purchase: RevealedPurchase) {
  return {
    marker: purchase.id,
    userid: purchase.userId,
    tx_type: purchase.kind,
    tx_amount: toDecimal(purchase.amountKobo),
    ...itemised(purchase),
    tx_reference: purchase.reference,
    payment_code: purchase.paymentCode,
    customer_id: purchase.customer.id,
    customer_email: purchase.customer.email,
    customer_mobile: purchase.customer.mobile,
    biller_name: purchase.billerName,
    biller_item: purchase.itemName,
    response_code: purchase.responseCode,
    response_message: purchase.responseMessage,
    recharge_pin: '',
    misc_data: JSON.stringify(presentDetails(purchase)),
    status: purchase.status,
    recorded: String(purchase.createdAt),
  };
}

/** Empty texts where the provider names none. */
export function presentDeliverable({ kind, value, serial = '', units = '', expires = '' }: Deliverable) {
  return { kind, value, serial, units, expires };
}

function presentDeliverables({ deliverables }: RevealedPurchase) {
  return { deliverables: deliverables.map(presentDeliverable) };
}

function presentDetails({ customer, charges, details }: RevealedPurchase): Record<string, string> {
  return {
    ...(customer.name ? { customerName: customer.name } : {}),
    ...(customer.address ? { customerAddress: customer.address } : {}),
    itemFee: toDecimal(sumOf(charges, 'item_fee')),
    surcharge: toDecimal(sumOf(charges, 'surcharge')),
    ...details,
  };
}
