import { kobo, toDecimal, toNaira, ZERO_KOBO } from '../../kernel/money.js';
import type { PlacedOrder } from './application/placed-order.js';
import type { VerifiedCustomer } from './application/ports/biller-provider.js';
import type { RevealedPurchase } from './application/ports/purchases.js';
import type { BillerFigures } from './application/ports/trade-figures.js';
import type { Biller, Category, Item } from './domain/catalogue.js';
import type { Commission } from './domain/price.js';
import type { PurchaseStatus } from './domain/purchase.js';

/** ISO 4217 number of the Naira. */
const CURRENCY = { currencyCode: '566', currencySymbol: 'NGN' };

/** any: between the limits; exact: the item's price. */
const AMOUNT_TYPE = { any: 0, exact: 5 };

const NO_FIGURES: BillerFigures = { transactions: 0, revenueKobo: ZERO_KOBO, volumeKobo: ZERO_KOBO };

const ORDER_COMMENTS: Readonly<Record<PurchaseStatus, string>> = {
  pending: 'Your purchase is being processed',
  completed: 'Your purchase was successful',
  failed: 'Your purchase could not be completed and your money was returned',
  reversed: 'Your purchase was reversed and your money was returned',
};

/** `fee` is what was paid on top of the amount, `total` all that left the wallet, which comes back where it failed. */
export function presentPlacedOrder({ purchaseId, status, feeKobo, totalKobo }: PlacedOrder) {
  return {
    orderId: purchaseId,
    status,
    ...(feeKobo === undefined ? {} : { fee: toNaira(feeKobo) }),
    ...(totalKobo === undefined ? {} : { total: toNaira(totalKobo) }),
    COMMENT: ORDER_COMMENTS[status],
  };
}

export function presentCategory({ id, name, description, categoryId, iconUrl, status, createdAt }: Category) {
  return { marker: id, name, description, categoryId, iconUrl, status, recorded: String(createdAt) };
}

interface ListedBiller {
  readonly biller: Biller;
  readonly category: Category | undefined;
  readonly productCount: number;
  readonly figures: BillerFigures | undefined;
}

export function presentBiller({ biller, category, productCount, figures = NO_FIGURES }: ListedBiller) {
  return {
    marker: biller.id,
    billerId: biller.billerId,
    productCount,
    transactions: figures.transactions,
    tradeRevenue: toNaira(figures.revenueKobo),
    tradeVolume: toNaira(figures.volumeKobo),
    billerType: biller.type,
    payProductId: biller.payProductId,
    billerName: biller.name,
    shortName: biller.shortName,
    narration: biller.narration,
    networkId: biller.networkId,
    productCode: biller.productCode,
    customField1: biller.customerLabel,
    customField2: biller.detailLabel,
    billerLogo: biller.logoUrl,
    surcharge: toNaira(biller.surchargeKobo),
    ...CURRENCY,
    supportEmail: biller.supportEmail,
    categoryId: biller.categoryId,
    categoryName: category?.name ?? '',
    status: biller.status,
    recorded: String(biller.createdAt),
  };
}

export function presentItem({ item, biller }: { readonly item: Item; readonly biller: Biller | undefined }) {
  const { price } = item;
  const amountKobo = price.fixed ? price.amountKobo : ZERO_KOBO;
  return {
    marker: item.id,
    billerId: item.billerId,
    itemName: item.name,
    itemCode: item.code,
    amount: toNaira(amountKobo),
    isAmountFixed: price.fixed,
    paymentCode: item.paymentCode,
    ...presentCommission(item.commission),
    validationType: item.validationType,
    validationParams: item.validationParams,
    ...CURRENCY,
    paymentItemId: item.paymentItemId,
    sortOrder: item.sortOrder,
    itemId: item.itemId,
    billerName: biller?.name ?? '',
    consumerField: item.customerLabel,
    billerType: biller?.type ?? '',
    itemFee: toNaira(item.feeKobo),
    itemAmount: toNaira(amountKobo),
    categoryId: biller?.categoryId ?? '',
    pictureId: item.pictureId,
    ussdShortCode: item.ussdShortCode,
    amountType: price.fixed ? AMOUNT_TYPE.exact : AMOUNT_TYPE.any,
    canPayAnyAmount: !price.fixed,
    minimumAmount: toDecimal(price.fixed ? price.amountKobo : price.minimumKobo),
    maximumAmount: toDecimal(price.fixed ? price.amountKobo : price.maximumKobo),
    expectedAmount: price.fixed ? toDecimal(price.amountKobo) : '',
    formattedDescription: item.description,
    lastUpdated: String(item.updated),
    status: item.status,
    recorded: String(item.createdAt),
  };
}

function presentCommission(commission: Commission) {
  return commission.type === 'percent'
    ? { commissionType: 'PERCENT', commissionValue: commission.basisPoints / 100 }
    : { commissionType: 'FLAT', commissionValue: toNaira(commission.amountKobo) };
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

/** @param full with PIN and details */
export function presentPurchase(purchase: RevealedPurchase, full: boolean) {
  return {
    marker: purchase.id,
    userid: purchase.userId,
    tx_type: purchase.kind,
    tx_amount: toDecimal(purchase.amountKobo),
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
    recharge_pin: full ? purchase.pin : '',
    misc_data: full ? JSON.stringify(presentDetails(purchase)) : '',
    status: purchase.status,
    recorded: String(purchase.createdAt),
  };
}

/** For staff: with details, without the PIN. */
export function presentTrade(purchase: RevealedPurchase) {
  return {
    marker: purchase.id,
    userid: purchase.userId,
    tx_type: purchase.kind,
    tx_amount: toDecimal(purchase.amountKobo),
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

function presentDetails({ customer, feeKobo, surchargeKobo, details }: RevealedPurchase): Record<string, string> {
  return {
    ...(customer.name ? { customerName: customer.name } : {}),
    ...(customer.address ? { customerAddress: customer.address } : {}),
    itemFee: toDecimal(feeKobo),
    surcharge: toDecimal(surchargeKobo),
    ...details,
  };
}
