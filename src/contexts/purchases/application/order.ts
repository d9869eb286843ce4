import { Failure } from '../../../kernel/failure.js';
import type { Kobo } from '../../../kernel/money.js';
import { catalogueFailures, type Biller, type CatalogueSnapshot, type Item } from '../../catalogue/index.js';
import { purchasesFailures } from '../domain/purchases.failures.js';
import { localPhone, networkCode } from '../../../kernel/phone.js';
import { accepts, checkPrice } from '../../../kernel/price.js';

export interface BillRequest {
  readonly amountKobo: Kobo;
  readonly customerId: string;
  readonly paymentCode: string;
  readonly categoryId: string;
  readonly billerId: string;
  readonly itemId: string;
}

export interface AirtimeRequest {
  readonly amountKobo: Kobo;
  readonly phone: string;
  /** The network's code or one of its other names. */
  readonly network: string;
  readonly kind: 'vtu' | 'epin';
  readonly categoryId: string;
  readonly billerId: string;
  /** Undefined: the item is found by name and price. */
  readonly itemId: string | undefined;
  readonly itemName: string;
}

type AirtimeItemRequest = Pick<AirtimeRequest, 'amountKobo' | 'categoryId' | 'billerId' | 'itemId' | 'itemName' | 'kind'>;

/** An airtime or bill order, of which the customer and how it is delivered may be left out. */
export interface QuoteRequest extends AirtimeItemRequest {
  readonly network: string | undefined;
  readonly paymentCode: string | undefined;
  /** Meter, smartcard or account number, or phone. */
  readonly customerId: string | undefined;
}

export interface Order {
  readonly biller: Biller;
  readonly item: Item;
  readonly amountKobo: Kobo;
  readonly customerId: string;
}

/** @throws Failure naming the first parameter that does not fit the catalogue */
export function orderBill(catalogue: CatalogueSnapshot, request: BillRequest): Order {
  const biller = openBiller(catalogue, request.categoryId, request.billerId);
  const item = itemOnSale(catalogue, biller, request.itemId);
  if (item.paymentCode !== request.paymentCode) throw new Failure(purchasesFailures.wrong_payment_code);
  checkPrice(item.price, request.amountKobo);
  return { biller, item, amountKobo: request.amountKobo, customerId: customerOf(item, request.customerId) };
}

/** @throws Failure naming the first parameter that does not fit the catalogue */
export function orderAirtime(catalogue: CatalogueSnapshot, request: AirtimeRequest): Order {
  const biller = openBiller(catalogue, request.categoryId, request.billerId);
  checkNetwork(biller, request.network);
  const item =
    request.itemId === undefined ? airtimeItem(catalogue, biller, request) : itemOnSale(catalogue, biller, request.itemId);
  if (item.kind !== request.kind) throw new Failure(catalogueFailures.unknown_item);
  checkPrice(item.price, request.amountKobo);
  return { biller, item, amountKobo: request.amountKobo, customerId: customerOf(item, request.phone) };
}

/** @throws Failure naming the first parameter that does not fit the catalogue */
export function orderForQuote(catalogue: CatalogueSnapshot, request: QuoteRequest): Omit<Order, 'customerId'> {
  const { network, paymentCode, customerId } = request;
  const biller = openBiller(catalogue, request.categoryId, request.billerId);
  if (network !== undefined) checkNetwork(biller, network);
  const item =
    request.itemId === undefined ? airtimeItem(catalogue, biller, request) : itemOnSale(catalogue, biller, request.itemId);
  if (paymentCode !== undefined && item.paymentCode !== paymentCode) throw new Failure(purchasesFailures.wrong_payment_code);
  checkPrice(item.price, request.amountKobo);
  if (customerId !== undefined) customerOf(item, customerId);
  return { biller, item, amountKobo: request.amountKobo };
}

function checkNetwork({ networkId }: Biller, network: string): void {
  if (networkId === '' || networkId !== networkCode(network)) throw new Failure(purchasesFailures.wrong_network);
}

function openBiller(catalogue: CatalogueSnapshot, categoryId: string, billerId: string): Biller {
  if (catalogue.category(categoryId)?.status !== 'active') {
    const open = catalogue.activeCategories.map((category) => category.categoryId);
    const text = `${purchasesFailures.unknown_category.text} (allowed: ${open.join(', ')})`;
    throw new Failure(purchasesFailures.unknown_category, open.length === 0 ? {} : { text });
  }
  const biller = catalogue.biller(billerId);
  if (biller?.status !== 'active' || biller.categoryId !== categoryId) throw new Failure(purchasesFailures.unknown_biller);
  return biller;
}

function itemOnSale(catalogue: CatalogueSnapshot, biller: Biller, itemId: string): Item {
  const item = catalogue.item(itemId);
  // Without a route no provider sells it at present.
  if (item?.status !== 'active' || item.billerId !== biller.billerId || item.routes.length === 0)
    throw new Failure(catalogueFailures.unknown_item);
  return item;
}

/** By name, else by amount, else the first item, whose price the refusal then names. */
function airtimeItem(catalogue: CatalogueSnapshot, biller: Biller, { kind, itemName, amountKobo }: AirtimeItemRequest): Item {
  const candidates = catalogue.itemsOf(biller.billerId).filter((item) => item.kind === kind && item.routes.length > 0);
  const name = itemName.toLowerCase();
  const item =
    candidates.find((candidate) => candidate.name.toLowerCase() === name) ??
    candidates.find((candidate) => accepts(candidate.price, amountKobo)) ??
    candidates[0];
  if (!item) throw new Failure(catalogueFailures.unknown_item);
  return item;
}

function customerOf(item: Item, customerId: string): string {
  if (item.kind === 'bill') return customerId;
  const phone = localPhone(customerId);
  if (phone === undefined) throw new Failure(purchasesFailures.wrong_customer);
  return phone;
}
