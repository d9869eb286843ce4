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
} from '../../../../platform/database/columns.js';
import type { ItemKind } from '../../../../kernel/listing.js';

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
