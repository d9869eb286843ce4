import { type Kobo, toDecimal, toNaira, ZERO_KOBO } from '../../kernel/money.js';
import {
  type BillerFigures,
  type Biller,
  type Category,
  type Item,
  BillerLogos,
  Catalogue,
  SoldByBiller,
  Surcharges,
  catalogueFailures,
  type CatalogueSnapshot,
} from './catalogue.js';
import type { Commission } from '../../kernel/price.js';
import { Optional, RequestType, Text, NoInput } from '../../platform/http/input.decorators.js';
import { Injectable } from '@nestjs/common';
import { Failure } from '../../kernel/failure.js';
import { on, Operation } from '../../platform/http/operation.decorator.js';
import { listOf } from '../../platform/http/presenting.js';

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

export class BillerFetchInput {
  @RequestType(['transaction', 'owner', 'mk', 'all']) rqtp: 'transaction' | 'owner' | 'mk' | 'all';
  @Optional() @Text() rqvl?: string;
}

export class ItemFetchInput {
  @RequestType(['code', 'owner', 'mk', 'all']) rqtp: 'code' | 'owner' | 'mk' | 'all';
  @Optional() @Text() rqvl?: string;
}

const NO_DATA = [on(catalogueFailures.no_data, { code: 404 })];

@Injectable()
export class CatalogueOperations {
  constructor(
    private readonly catalogue: Catalogue,
    private readonly sold: SoldByBiller,
    private readonly logos: BillerLogos,
    private readonly surcharges: Surcharges,
  ) {}

  @Operation('service_category_fetch', {
    method: 'GET',
    access: 'signed',
    fault: { code: 500, details: 'Failed to fetch category list' },
    present: listOf(presentCategory),
    summary: 'The categories of billers.',
  })
  async fetchCategories(_input: NoInput) {
    const { activeCategories } = await this.catalogue.recent();
    return activeCategories.map((category) => ({ ...category, iconUrl: this.logos.urlOf(category.iconUrl) }));
  }

  @Operation('service_biller_fetch', {
    method: 'GET',
    access: 'signed',
    missing: 400,
    failures: NO_DATA,
    present: listOf(presentBiller),
    summary: 'Billers: all, of a category (owner), by product code (transaction), or one (mk).',
  })
  async fetchBillers({ rqtp, rqvl }: BillerFetchInput) {
    const catalogue = await this.catalogue.recent();
    const billers = catalogue.activeBillers.filter((biller) => rqtp === 'all' || isWanted(biller, rqtp, rqvl));
    if (billers.length === 0) throw new Failure(catalogueFailures.no_data);
    const figures = await this.sold.figures();
    return Promise.all(
      billers.map(async (biller) => {
        const items = catalogue.itemsOf(biller.billerId);
        return {
          biller: { ...biller, logoUrl: this.logos.urlOf(biller.logoUrl) },
          category: catalogue.category(biller.categoryId),
          productCount: items.length,
          surchargeKobo: await this.surcharges.ofLowest(biller, items),
          figures: figures.get(biller.billerId),
        };
      }),
    );
  }

  @Operation('service_biller_item_fetch', {
    method: 'GET',
    access: 'signed',
    missing: 400,
    failures: NO_DATA,
    present: listOf(presentItem),
    summary: 'What billers sell: all, of a biller (owner), by item code (code), or one (mk).',
  })
  async fetchItems({ rqtp, rqvl }: ItemFetchInput) {
    const catalogue = await this.catalogue.recent();
    const items = itemsFor(catalogue, rqtp, rqvl);
    if (items.length === 0) throw new Failure(catalogueFailures.no_data);
    return Promise.all(
      items.map(async (item) => {
        const biller = catalogue.biller(item.billerId);
        return { item, biller, surchargeKobo: biller ? await this.surcharges.ofItem(item, biller) : ZERO_KOBO };
      }),
    );
  }
}

function isWanted(biller: Biller, by: 'transaction' | 'owner' | 'mk', value: string | undefined): boolean {
  switch (by) {
    case 'transaction':
      return biller.productCode === value;
    case 'owner':
      return biller.categoryId === value;
    case 'mk':
      return biller.id === value;
  }
}

function itemsFor(catalogue: CatalogueSnapshot, by: 'code' | 'owner' | 'mk' | 'all', value: string | undefined): readonly Item[] {
  switch (by) {
    case 'all':
      return catalogue.activeItems;
    case 'owner':
      return catalogue.itemsOf(value ?? '');
    case 'code':
      return catalogue.activeItems.filter(({ code }) => code === value);
    case 'mk':
      return catalogue.activeItems.filter(({ id, itemId }) => id === value || itemId === value);
  }
}
