import { naira } from '../../../../../kernel/money.js';
import type { ItemKind, ListedBiller, ListedCategory, ListedItem } from '../../../../../kernel/listing.js';
import type { Commission, Price } from '../../../../../kernel/price.js';

export interface ItemData {
  readonly code: string;
  readonly name: string;
  readonly price: Price;
  readonly kind?: ItemKind;
  readonly deliversPin?: boolean;
  readonly feeNaira?: number;
  readonly ussd?: string;
}

export interface BillerData {
  readonly id: string;
  readonly name: string;
  readonly shortName: string;
  readonly network?: string;
  readonly commission: Commission;
  readonly surchargeNaira?: number;
  readonly items: readonly ItemData[];
}

export interface CategoryData {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly type: string;
  readonly customerLabel: string;
  readonly detailLabel?: string;
  readonly validation: { readonly type: string; readonly params: string };
  readonly billers: readonly BillerData[];
}

export function fixed(code: string, name: string, amountNaira: number, more: Partial<ItemData> = {}): ItemData {
  return { code, name, price: { fixed: true, amountKobo: naira(amountNaira) }, ...more };
}

export function free(
  code: string,
  name: string,
  minimumNaira: number,
  maximumNaira: number,
  more: Partial<ItemData> = {},
): ItemData {
  return { code, name, price: { fixed: false, minimumKobo: naira(minimumNaira), maximumKobo: naira(maximumNaira) }, ...more };
}

export function percent(share: number): Commission {
  return { type: 'percent', basisPoints: Math.round(share * 100) };
}

export function flat(amountNaira: number): Commission {
  return { type: 'flat', amountKobo: naira(amountNaira) };
}

export function listedCategory({ id, name, description }: CategoryData): ListedCategory {
  return { categoryId: id, name, description, iconUrl: '' };
}

export function listedBiller(category: CategoryData, biller: BillerData): ListedBiller {
  return {
    billerId: biller.id,
    categoryId: category.id,
    name: biller.name,
    shortName: biller.shortName,
    type: category.type,
    narration: `${biller.name} (${category.name})`,
    networkId: biller.network ?? '',
    productCode: biller.id.toUpperCase(),
    payProductId: `sbx-${biller.id}`,
    customerLabel: category.customerLabel,
    detailLabel: category.detailLabel ?? '',
    logoUrl: '',
    surchargeKobo: naira(biller.surchargeNaira ?? 0),
    supportEmail: `support@${biller.id}.invalid`,
  };
}

export function listedItem(category: CategoryData, biller: BillerData, item: ItemData, index: number): ListedItem {
  return {
    itemId: `${biller.id}-${item.code}`,
    billerId: biller.id,
    name: item.name,
    code: item.code,
    paymentCode: `${biller.id}:${item.code}`,
    kind: item.kind ?? 'bill',
    deliversPin: item.deliversPin ?? false,
    price: item.price,
    feeKobo: naira(item.feeNaira ?? 0),
    commission: biller.commission,
    customerLabel: category.customerLabel,
    validationType: category.validation.type,
    validationParams: category.validation.params,
    paymentItemId: `sbx-${biller.id}-${item.code}`,
    pictureId: biller.id,
    ussdShortCode: item.ussd ?? '',
    sortOrder: index + 1,
    description: `${biller.name} - ${item.name}`,
  };
}
