import { kobo, type Kobo, naira, ZERO_KOBO } from '../../../../kernel/money.js';
import type { ItemKind, ListedBiller, ListedCategory, ListedItem } from '../../../../kernel/listing.js';
import { networkCode } from '../../../../kernel/phone.js';
import type { Price } from '../../../../kernel/price.js';
import type { QuicktellerItem, QuicktellerService } from './quickteller-answers.js';

const MOBILE_RECHARGE = '4';
/** Airtime is sold between these; other limits are not published. */
const AIRTIME_LEAST = naira(50);
const AIRTIME_MOST = naira(10_000);
const LEAST = naira(1);
const MOST = naira(1_000_000);
const NETWORK = /\b(mtn|airtel|glo|etisalat|9mobile|t2)/i;
const PIN_NAME = /\bpins?\b|voucher/i;
const TOKEN_NAME = /prepaid/i;

export function listedCategory({ id, name, description }: { id: string; name: string; description: string }): ListedCategory {
  return { categoryId: id, name, description: description || name, iconUrl: '' };
}

export function listedBiller(categoryId: string, biller: QuicktellerService): ListedBiller {
  const network = categoryId === MOBILE_RECHARGE ? NETWORK.exec(biller.name)?.[1] : undefined;
  return {
    billerId: biller.id,
    categoryId,
    name: biller.name,
    shortName: biller.shortname,
    type: biller.type,
    narration: biller.narration,
    networkId: network ? networkCode(network) : '',
    productCode: biller.productcode,
    payProductId: biller.paydirectproductid,
    customerLabel: biller.customerfield1 || 'Customer ID',
    detailLabel: biller.customerfield2,
    logoUrl: biller.logourl,
    surchargeKobo: koboOf(biller.surcharge) ?? ZERO_KOBO,
    supportEmail: biller.supportemail,
  };
}

export function listedItem(categoryId: string, biller: QuicktellerService, item: QuicktellerItem, index: number): ListedItem {
  const kind = kindOf(categoryId, biller);
  return {
    // Unique, and never computed.
    itemId: item.paymentcode,
    billerId: biller.id,
    name: item.name,
    code: item.code,
    paymentCode: item.paymentcode,
    kind,
    deliversPin: deliversPin(categoryId, `${biller.name} ${item.name}`),
    price: priceOf(item, kind),
    feeKobo: koboOf(item.itemfee) ?? ZERO_KOBO,
    commission: { type: 'percent', basisPoints: 0 },
    customerLabel: item.consumeridfield || biller.customerfield1 || 'Customer ID',
    validationType: '',
    validationParams: '',
    paymentItemId: item.id,
    pictureId: item.pictureid,
    ussdShortCode: '',
    sortOrder: index + 1,
    description: `${biller.name} - ${item.name}`,
  };
}

function kindOf(categoryId: string, { name }: QuicktellerService): ItemKind {
  if (categoryId !== MOBILE_RECHARGE || !NETWORK.test(name)) return 'bill';
  if (PIN_NAME.test(name)) return 'epin';
  return /data|bundle/i.test(name) ? 'data' : 'vtu';
}

/** Airtime of `MTN e-Charge Prepaid` comes without a PIN. */
function deliversPin(categoryId: string, name: string): boolean {
  return PIN_NAME.test(name) || (categoryId !== MOBILE_RECHARGE && TOKEN_NAME.test(name));
}

/** AmountType: 1 at least, 2 more than, 3 at most, 4 less than, 5 exactly the amount; anything else any amount. */
export function priceOf({ isamountfixed, amount, amounttype }: QuicktellerItem, kind: ItemKind): Price {
  const amountKobo = koboOf(amount);
  const isAirtime = kind === 'vtu' || kind === 'epin';
  const any = {
    fixed: false,
    minimumKobo: isAirtime ? AIRTIME_LEAST : LEAST,
    maximumKobo: isAirtime ? AIRTIME_MOST : MOST,
  } as const;
  if (amountKobo === undefined || amountKobo === 0) return any;
  if (isamountfixed.toLowerCase() === 'true' || amounttype === '5') return { fixed: true, amountKobo };
  switch (amounttype) {
    case '1':
      return { ...any, minimumKobo: amountKobo };
    case '2':
      return { ...any, minimumKobo: kobo(amountKobo + 1) };
    case '3':
      return { ...any, maximumKobo: amountKobo };
    case '4':
      return { ...any, maximumKobo: kobo(amountKobo - 1) };
    default:
      return any;
  }
}

export function koboOf(text: string): Kobo | undefined {
  return /^[0-9]{1,15}(\.0+)?$/.test(text) ? kobo(Number(text)) : undefined;
}
