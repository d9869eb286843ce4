import { newId } from '../../../../kernel/ids.js';
import { kobo } from '../../../../kernel/money.js';
import type { Biller, Category, Item, Route } from '../../domain/catalogue.js';
import type { ListedBiller, ListedCategory, ListedItem } from '../../../../kernel/listing.js';
import type { Offer } from '../../domain/matching.js';
import type { Commission, Price } from '../../../../kernel/price.js';
import type { BillerRow, CategoryRow, ItemRow, RouteRow } from './catalogue.rows.js';

/** An existing entry keeps its id and creation time. */
function entry(provider: string, now: number, sortOrder: number) {
  return { id: newId(), provider, status: 'active', sortOrder, createdAt: now } as const;
}

export function categoryRow(listed: ListedCategory, provider: string, now: number, index: number): CategoryRow {
  return { ...listed, ...entry(provider, now, index) };
}

export function billerRow(listed: ListedBiller, provider: string, now: number, index: number): BillerRow {
  return { ...listed, ...entry(provider, now, index) };
}

export function itemRow({ price, commission, ...listed }: ListedItem, provider: string, now: number): ItemRow {
  return {
    ...listed,
    ...entry(provider, now, listed.sortOrder),
    ...priceColumns(price),
    ...commissionColumns(commission),
    updated: now,
  };
}

export function priceColumns(price: Price): Pick<ItemRow, 'isFixed' | 'minimumKobo' | 'maximumKobo'> {
  return {
    isFixed: price.fixed,
    minimumKobo: price.fixed ? price.amountKobo : price.minimumKobo,
    maximumKobo: price.fixed ? price.amountKobo : price.maximumKobo,
  };
}

function commissionColumns(commission: Commission): Pick<ItemRow, 'commissionType' | 'commissionValue'> {
  return {
    commissionType: commission.type,
    commissionValue: commission.type === 'percent' ? commission.basisPoints : commission.amountKobo,
  };
}

/** What a listing says of a route; the rest is decided here. */
export function offerColumns(offer: Offer) {
  const { paymentCode, billerId, price, commission } = offer.item;
  return { paymentCode, billerId, ...priceColumns(price), ...commissionColumns(commission), offer: JSON.stringify(offer) };
}

export function toRoute(row: RouteRow): Route {
  const { id, provider, paymentCode, billerId, isOn } = row;
  return { id, provider, paymentCode, billerId, price: toPrice(row), commission: toCommission(row), isOn };
}

export function toCategory({ id, categoryId, name, description, iconUrl, status, createdAt }: CategoryRow): Category {
  return { id, categoryId, name, description, iconUrl, status, createdAt };
}

export function toBiller(row: BillerRow): Biller {
  return Object.assign({}, row, { surchargeKobo: kobo(row.surchargeKobo) });
}

export function toItem(row: ItemRow, routes: readonly Route[]): Item {
  return Object.assign({}, row, { feeKobo: kobo(row.feeKobo), price: toPrice(row), commission: toCommission(row), routes });
}

function toPrice({ isFixed, minimumKobo, maximumKobo }: Pick<ItemRow, 'isFixed' | 'minimumKobo' | 'maximumKobo'>): Price {
  return isFixed
    ? { fixed: true, amountKobo: kobo(minimumKobo) }
    : { fixed: false, minimumKobo: kobo(minimumKobo), maximumKobo: kobo(maximumKobo) };
}

function toCommission({ commissionType, commissionValue }: Pick<ItemRow, 'commissionType' | 'commissionValue'>): Commission {
  return commissionType === 'percent'
    ? { type: 'percent', basisPoints: commissionValue }
    : { type: 'flat', amountKobo: kobo(commissionValue) };
}
