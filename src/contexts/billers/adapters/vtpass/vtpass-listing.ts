import { kobo, type Kobo, naira, parseNaira, ZERO_KOBO } from '../../../../kernel/money.js';
import type { ItemKind, ListedBiller, ListedCategory, ListedItem } from '../../../../kernel/listing.js';
import { networkCode } from '../../../../kernel/phone.js';
import type { Price } from '../../../../kernel/price.js';
import type { Service, Variation } from './vtpass-outcome.js';

const NETWORKS: ReadonlySet<string> = new Set(['mtn', 'glo', 'airtel', 'etisalat', '9mobile']);
const AIRTIME = 'airtime';
const DATA = 'data';
const ELECTRICITY = 'electricity-bill';
const EDUCATION = 'education';
const LABELS: Readonly<Record<string, string>> = {
  [AIRTIME]: 'Phone Number',
  [DATA]: 'Phone Number',
  'tv-subscription': 'Smartcard Number',
  [ELECTRICITY]: 'Meter Number',
  [EDUCATION]: 'Phone or Profile Number',
};
const LEAST = naira(1);
const MOST = naira(1_000_000);

/** The variation of airtime, which has none. */
export const AIRTIME_VARIATION = 'airtime';

/** `serviceID:variation_code`. */
export function partsOf(paymentCode: string): { serviceID: string; variation: string } {
  const at = paymentCode.indexOf(':');
  return { serviceID: paymentCode.slice(0, at), variation: paymentCode.slice(at + 1) };
}

export function listedCategory({ identifier, name }: { identifier: string; name: string }): ListedCategory {
  return { categoryId: identifier, name, description: name, iconUrl: '' };
}

export function listedBiller(categoryId: string, { serviceID, name, image }: Service): ListedBiller {
  return {
    billerId: serviceID,
    categoryId,
    name,
    shortName: serviceID,
    type: categoryId,
    narration: name,
    networkId: networkOf(categoryId, serviceID),
    productCode: serviceID,
    payProductId: serviceID,
    customerLabel: LABELS[categoryId] ?? 'Customer ID',
    detailLabel: '',
    logoUrl: image,
    surchargeKobo: ZERO_KOBO,
    supportEmail: '',
  };
}

export function airtimeItem(service: Service): ListedItem {
  return item(
    AIRTIME,
    service,
    { variation_code: AIRTIME_VARIATION, name: service.name, variation_amount: '', fixedPrice: 'No' },
    0,
  );
}

export function listedItem(categoryId: string, service: Service, variation: Variation, index: number): ListedItem {
  return item(categoryId, service, variation, index);
}

function item(categoryId: string, service: Service, variation: Variation, index: number): ListedItem {
  const paymentCode = `${service.serviceID}:${variation.variation_code}`;
  const price = priceOf(variation, service);
  const kind = kindOf(categoryId, service.serviceID);
  return {
    itemId: paymentCode,
    billerId: service.serviceID,
    name: variation.name,
    code: variation.variation_code,
    paymentCode,
    kind,
    deliversPin: (categoryId === ELECTRICITY && variation.variation_code === 'prepaid') || categoryId === EDUCATION,
    price,
    feeKobo: feeOf(service.convinience_fee, price),
    commission: { type: 'percent', basisPoints: 0 },
    customerLabel: kind === 'bill' ? (LABELS[categoryId] ?? 'Customer ID') : 'Phone Number',
    validationType: categoryId,
    validationParams: '',
    paymentItemId: paymentCode,
    pictureId: service.serviceID,
    ussdShortCode: '',
    sortOrder: index + 1,
    description: `${service.name} - ${variation.name}`,
  };
}

/** A fixed price is the variation's; everything else is between the limits of the service. */
export function priceOf({ fixedPrice, variation_amount }: Variation, service?: Service): Price {
  const amountKobo = parseNaira(variation_amount);
  if (amountKobo !== undefined && fixedPrice.trim().toLowerCase() !== 'no') return { fixed: true, amountKobo };
  const least = parseNaira(service?.minimium_amount) ?? parseNaira(service?.minimum_amount) ?? LEAST;
  return { fixed: false, minimumKobo: least, maximumKobo: parseNaira(service?.maximum_amount) ?? MOST };
}

function kindOf(categoryId: string, serviceID: string): ItemKind {
  if (categoryId === AIRTIME) return 'vtu';
  return categoryId === DATA && networkOf(categoryId, serviceID) !== '' ? 'data' : 'bill';
}

function networkOf(categoryId: string, serviceID: string): string {
  const first = serviceID.split('-')[0] ?? '';
  return (categoryId === AIRTIME || categoryId === DATA) && NETWORKS.has(first) ? networkCode(first) : '';
}

/** A text as `N100` or `1.5 %`; a share of an amount that is not known yet is left out. */
function feeOf(text: string, price: Price): Kobo {
  const number = /([0-9]+(?:\.[0-9]{1,2})?)/.exec(text)?.[1];
  const hundredths = parseNaira(number);
  if (hundredths === undefined) return ZERO_KOBO;
  if (!text.includes('%')) return hundredths;
  return price.fixed ? kobo(Math.floor((price.amountKobo * hundredths) / 10_000)) : ZERO_KOBO;
}
