import { type Kobo, toDecimal, toNaira, ZERO_KOBO } from '../../kernel/money.js';
import type { BillerFigures, Biller, Category, Item } from './catalogue.js';
import type { Commission } from '../../kernel/price.js';

/** ISO 4217 number of the Naira. */
const CURRENCY = { currencyCode: '566', currencySymbol: 'NGN' };

/** any: between the limits; exact: the item's price. */
const AMOUNT_TYPE = { any: 0, exact: 5 };

const NO_FIGURES: BillerFigures = { transactions: 0, revenueKobo: ZERO_KOBO, volumeKobo: ZERO_KOBO };

export function presentCategory({ id, name, description, categoryId, iconUrl, status, createdAt }: Category) {
  return { marker: id, name, description, categoryId, iconUrl, status, recorded: String(createdAt) };
}

interface ListedBiller {
  readonly biller: Biller;
  readonly category: Category | undefined;
  readonly productCount: number;
  readonly surchargeKobo: Kobo;
  readonly figures: BillerFigures | undefined;
}

export function presentBiller({ biller, category, productCount, surchargeKobo, figures = NO_FIGURES }: ListedBiller) {
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
    surcharge: toNaira(surchargeKobo),
    ...CURRENCY,
    supportEmail: biller.supportEmail,
    categoryId: biller.categoryId,
    categoryName: category?.name ?? '',
    status: biller.status,
    recorded: String(biller.createdAt),
  };
}

interface ListedItem {
  readonly item: Item;
  readonly biller: Biller | undefined;
  readonly surchargeKobo: Kobo;
}

export function presentItem({ item, biller, surchargeKobo }: ListedItem) {
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
    surcharge: toNaira(surchargeKobo),
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
