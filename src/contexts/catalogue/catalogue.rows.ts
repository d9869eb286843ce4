import { Entity, Index } from 'typeorm';
import {
  CountColumn,
  FlagColumn,
  IdColumn,
  KoboColumn,
  LongTextColumn,
  PrimaryIdColumn,
  TextColumn,
  TimeColumn,
} from '../../platform/database/columns.js';
import type { ItemKind, ListedBiller, ListedCategory, ListedItem } from '../../kernel/listing.js';
import { newId } from '../../kernel/ids.js';
import { kobo } from '../../kernel/money.js';
import type { Biller, Category, Item, Route } from './catalogue.js';
import type { Offer } from './matching.js';
import type { Commission, Price } from '../../kernel/price.js';

export abstract class EntryRow {
  @PrimaryIdColumn() id: string;
  @IdColumn('provider') provider: string;
  @TextColumn('status', 16) status: 'active' | 'inactive';
  @CountColumn('sort_order') sortOrder: number;
  @TimeColumn('recorded') createdAt: number;
}

@Entity('service_category')
@Index('service_category_category', ['categoryId'], { unique: true })
export class CategoryRow extends EntryRow {
  @TextColumn('category_id', 64) categoryId: string;
  @TextColumn('name') name: string;
  @TextColumn('description') description: string;
  @TextColumn('icon_url') iconUrl: string;
}

@Entity('biller')
@Index('biller_biller', ['billerId'], { unique: true })
export class BillerRow extends EntryRow {
  @TextColumn('biller_id', 64) billerId: string;
  @TextColumn('category_id', 64) categoryId: string;
  @TextColumn('name') name: string;
  @TextColumn('short_name') shortName: string;
  @TextColumn('type', 32) type: string;
  @TextColumn('narration') narration: string;
  @TextColumn('network_id', 32) networkId: string;
  @TextColumn('product_code', 64) productCode: string;
  @TextColumn('pay_product_id', 64) payProductId: string;
  @TextColumn('customer_label') customerLabel: string;
  @TextColumn('detail_label') detailLabel: string;
  @TextColumn('logo_url') logoUrl: string;
  @KoboColumn('surcharge_kobo') surchargeKobo: number;
  @TextColumn('support_email') supportEmail: string;
}

@Entity('biller_item')
@Index('biller_item_item', ['itemId'], { unique: true })
export class ItemRow extends EntryRow {
  @TextColumn('item_id', 96) itemId: string;
  @TextColumn('biller_id', 64) billerId: string;
  @TextColumn('name') name: string;
  @TextColumn('code', 64) code: string;
  @TextColumn('payment_code', 64) paymentCode: string;
  @TextColumn('kind', 16) kind: ItemKind;
  @FlagColumn('delivers_pin') deliversPin: boolean;
  @FlagColumn('is_fixed') isFixed: boolean;
  @KoboColumn('minimum_kobo') minimumKobo: number;
  @KoboColumn('maximum_kobo') maximumKobo: number;
  @KoboColumn('fee_kobo') feeKobo: number;
  @TextColumn('commission_type', 16) commissionType: 'percent' | 'flat';
  @CountColumn('commission_value') commissionValue: number;
  @TextColumn('customer_label') customerLabel: string;
  @TextColumn('validation_type', 32) validationType: string;
  @TextColumn('validation_params') validationParams: string;
  @TextColumn('payment_item_id', 64) paymentItemId: string;
  @TextColumn('picture_id', 64) pictureId: string;
  @TextColumn('ussd_short_code', 32) ussdShortCode: string;
  @TextColumn('description') description: string;
  @TimeColumn('updated') updated: number;
}

@Entity('route')
@Index('route_offer', ['provider', 'paymentCode'], { unique: true })
@Index('route_item', ['itemId', 'createdAt'])
@Index('route_provider', ['provider', 'createdAt'])
@Index('route_recorded', ['createdAt'])
export class RouteRow {
  @PrimaryIdColumn() id: string;
  @IdColumn('provider') provider: string;
  @TextColumn('payment_code', 64) paymentCode: string;
  @TextColumn('item_id', 96) itemId: string;
  /** The provider's own. */
  @TextColumn('biller_id', 64) billerId: string;
  @FlagColumn('is_fixed') isFixed: boolean;
  @KoboColumn('minimum_kobo') minimumKobo: number;
  @KoboColumn('maximum_kobo') maximumKobo: number;
  @TextColumn('commission_type', 16) commissionType: 'percent' | 'flat';
  @CountColumn('commission_value') commissionValue: number;
  /** JSON of an `Offer`. */
  @LongTextColumn('offer') offer: string;
  /** The provider sells it now. Rows stay when it does not. */
  @FlagColumn('is_listed') isListed: boolean;
  @FlagColumn('is_on') isOn: boolean;
  /** Null: by the order of the providers. */
  @CountColumn('position', { nullable: true }) position: number | null;
  @FlagColumn('is_linked_by_staff') isLinkedByStaff: boolean;
  @TimeColumn('recorded') createdAt: number;
}

@Entity('catalogue_sync')
export class CatalogueSyncRow {
  @PrimaryIdColumn('provider') provider: string;
  @TimeColumn('synced_at') syncedAt: number;
  /** Changes with every sync, so that other processes reload. */
  @IdColumn('revision') revision: string;
}

export const CATALOGUE_ROWS = [CategoryRow, BillerRow, ItemRow, RouteRow, CatalogueSyncRow];

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

/** The provider's part of a route; the rest is decided here. */
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
