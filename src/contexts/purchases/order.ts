import { Failure } from '../../kernel/failure.js';
import type { Kobo } from '../../kernel/money.js';
import {
  catalogueFailures,
  customerIdOf,
  type Biller,
  type CatalogueSnapshot,
  type Item,
  Catalogue,
  Surcharges,
} from '../catalogue/index.js';
import { purchasesFailures, PurchaseSettings, type Customer, type Purchase } from './purchases.js';
import { localPhone, networkCode } from '../../kernel/phone.js';
import { accepts, checkPrice, type Commission, commissionOn } from '../../kernel/price.js';
import { Injectable } from '@nestjs/common';
import type { MoneyCaller } from '../../kernel/caller.js';
import { PaymentAuthorisation, Users } from '../sign-in/index.js';
import { type VerifiedCustomer, BillerProviders } from '../billers/index.js';
import { Clock } from '../../kernel/clock.js';
import { ProviderAvailability, withTimeout } from '../attempts/index.js';
import type { Charge } from '../../kernel/charges.js';
import { Tariffs, PaymentLimits } from '../tariffs/index.js';
import { newId } from '../../kernel/ids.js';

export interface BillRequest {
  readonly amountKobo: Kobo;
  readonly customerId: string;
  /** Undefined: as the item has it, which is so of the next two as well. */
  readonly paymentCode?: string | undefined;
  readonly categoryId?: string | undefined;
  readonly billerId?: string | undefined;
  readonly itemId: string;
}

export interface AirtimeRequest {
  readonly amountKobo: Kobo;
  readonly phone: string;
  /** The network's code or one of its other names. */
  readonly network?: string | undefined;
  /** Undefined: as the item is, or else `vtu`. */
  readonly kind?: 'vtu' | 'epin' | undefined;
  readonly categoryId?: string | undefined;
  readonly billerId?: string | undefined;
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
  const { biller, item } = sold(catalogue, { ...request, itemName: '' });
  checkPaymentCode(item, request.paymentCode);
  checkPrice(item.price, request.amountKobo);
  return { biller, item, amountKobo: request.amountKobo, customerId: customerIdOf(item, request.customerId) };
}

/** @throws Failure naming the first parameter that does not fit the catalogue */
export function orderAirtime(catalogue: CatalogueSnapshot, request: AirtimeRequest): Order {
  const { biller, item } = sold(catalogue, request);
  // Data and bills are sold by the other operation.
  if (item.kind !== 'vtu' && item.kind !== 'epin') throw new Failure(catalogueFailures.unknown_item);
  checkKind(item, request.kind);
  checkPrice(item.price, request.amountKobo);
  return { biller, item, amountKobo: request.amountKobo, customerId: customerIdOf(item, request.phone) };
}

/** @throws Failure naming the first parameter that does not fit the catalogue */
export function orderForQuote(catalogue: CatalogueSnapshot, request: QuoteRequest): Omit<Order, 'customerId'> {
  const { biller, item } = sold(catalogue, request);
  checkPaymentCode(item, request.paymentCode);
  if (item.kind === 'vtu' || item.kind === 'epin') checkKind(item, request.kind);
  checkPrice(item.price, request.amountKobo);
  if (request.customerId !== undefined) customerIdOf(item, request.customerId);
  return { biller, item, amountKobo: request.amountKobo };
}

type SoldRequest = AirtimeItemRequest & Pick<AirtimeRequest, 'network'>;

/** The requested item and its seller. Names that the request leaves out are the item's. */
function sold(catalogue: CatalogueSnapshot, request: SoldRequest): Pick<Order, 'biller' | 'item'> {
  const { itemId, network } = request;
  const named = itemId === undefined ? undefined : catalogue.item(itemId);
  const billerId = request.billerId ?? named?.billerId;
  const categoryId = request.categoryId ?? (billerId === undefined ? undefined : catalogue.biller(billerId)?.categoryId);
  if (billerId === undefined || categoryId === undefined) throw new Failure(catalogueFailures.unknown_item);
  const biller = openBiller(catalogue, categoryId, billerId);
  if (network !== undefined) checkNetwork(biller, network);
  return { biller, item: itemId === undefined ? airtimeItem(catalogue, biller, request) : itemOnSale(catalogue, biller, itemId) };
}

function checkPaymentCode(item: Item, paymentCode: string | undefined): void {
  if (paymentCode !== undefined && item.paymentCode !== paymentCode) throw new Failure(purchasesFailures.wrong_payment_code);
}

function checkKind({ name, kind }: Item, asked: 'vtu' | 'epin' | undefined): void {
  if (asked === undefined || asked === kind) return;
  const text = `${name} is of the recharge type ${kind}: send that, or leave rechargeType out`;
  throw new Failure(purchasesFailures.other_recharge_type, { text });
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

/** Chooses by name, else by amount, else the first item, whose price the refusal then names. */
function airtimeItem(catalogue: CatalogueSnapshot, biller: Biller, { kind = 'vtu', itemName, amountKobo }: SoldRequest): Item {
  const candidates = catalogue.itemsOf(biller.billerId).filter((item) => item.kind === kind && item.routes.length > 0);
  const name = itemName.toLowerCase();
  const item =
    candidates.find((candidate) => candidate.name.toLowerCase() === name) ??
    candidates.find((candidate) => accepts(candidate.price, amountKobo)) ??
    candidates[0];
  if (!item) throw new Failure(catalogueFailures.unknown_item);
  return item;
}

@Injectable()
export class Buyers {
  constructor(
    private readonly users: Users,
    private readonly authorisation: PaymentAuthorisation,
  ) {}

  /** @throws Failure of PaymentAuthorisation */
  async authorise({ userId, sessionId, ip }: MoneyCaller, pin: string | undefined): Promise<void> {
    const buyer = await this.users.find(userId);
    if (!buyer) throw new Error(`the signed-in user ${userId} does not exist`);
    await this.authorisation.authorise(buyer, { sessionId, ip, pin });
  }

  /** `mobile` is in the local form, or empty. */
  async contactOf({ userId }: MoneyCaller): Promise<{ email: string; mobile: string }> {
    const buyer = await this.users.find(userId);
    return { email: buyer?.email ?? '', mobile: localPhone(buyer?.phoneNumber ?? '') ?? '' };
  }
}

export interface VerificationKey {
  readonly userId: string;
  readonly paymentCode: string;
  readonly customerId: string;
}

/** Kept for a short time, so that a payment can take name and address from them. */
export abstract class Verifications {
  abstract keep(key: VerificationKey, customer: VerifiedCustomer, expires: number): Promise<void>;
  abstract find(key: VerificationKey): Promise<VerifiedCustomer | undefined>;
  abstract removeExpired(): Promise<void>;
}

@Injectable()
export class VerifyCustomer {
  constructor(
    private readonly catalogue: Catalogue,
    private readonly providers: BillerProviders,
    private readonly health: ProviderAvailability,
    private readonly verifications: Verifications,
    private readonly settings: PurchaseSettings,
    private readonly clock: Clock,
  ) {}

  async execute(request: { paymentCode: string; customerId: string }, userId: string): Promise<VerifiedCustomer> {
    const item = (await this.catalogue.current()).itemByPaymentCode(request.paymentCode);
    if (!item) throw new Failure(purchasesFailures.unknown_customer);
    const customerId = possibleCustomer(item, request.customerId);
    const verified = await this.findCustomer(item, customerId);
    if (!verified) throw new Failure(purchasesFailures.unknown_customer);
    const expires = this.clock.now() + this.settings.verificationTtlMs;
    await this.verifications.keep({ userId, paymentCode: request.paymentCode, customerId }, verified, expires);
    return verified;
  }

  /** A failed read tells nothing about the customer, so the next provider is asked. */
  private async findCustomer({ routes }: Item, customerId: string): Promise<VerifiedCustomer | undefined> {
    let cause: unknown;
    for (const { provider: name, paymentCode, isOn } of routes) {
      const provider = isOn ? this.providers.find(name) : undefined;
      if (!provider || !(await this.health.isUsed(provider))) continue;
      try {
        return await withTimeout(provider.capabilities.readTimeoutMs, (signal) =>
          provider.verifyCustomer({ paymentCode, customerId }, signal),
        );
      } catch (error) {
        cause = error;
      }
    }
    throw new Failure(purchasesFailures.verification_unavailable, { cause });
  }
}

function possibleCustomer(item: Item, given: string): string {
  try {
    return customerIdOf(item, given);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    throw new Failure(purchasesFailures.impossible_customer, { text: `Unable to verify customer ID. ${error.message}` });
  }
}

/** Charges of a purchase beside its amount: the same for a quote and for the purchase. */
@Injectable()
export class PurchaseCharges {
  constructor(
    private readonly tariffs: Tariffs,
    private readonly surcharges: Surcharges,
    private readonly clock: Clock,
  ) {}

  async of({ item, biller, amountKobo }: Pick<Order, 'item' | 'biller' | 'amountKobo'>): Promise<Charge[]> {
    const itemFee = { kind: 'item_fee', name: 'Fee', amountKobo: item.feeKobo, baseKobo: amountKobo, tariffId: '' } as const;
    const charges = [...(item.feeKobo > 0 ? [itemFee] : []), ...(await this.surcharges.of(item, biller, amountKobo))];
    return (await this.tariffs.current()).withVat(charges, this.clock.now());
  }
}

@Injectable()
export class QuotePurchase {
  constructor(
    private readonly catalogue: Catalogue,
    private readonly charges: PurchaseCharges,
    private readonly limits: PaymentLimits,
  ) {}

  /** @throws Failure of `purchases`, `catalogue`, `price` */
  async execute(request: QuoteRequest, userId: string) {
    const order = orderForQuote(await this.catalogue.current(), request);
    const charges = await this.charges.of(order);
    return { amountKobo: order.amountKobo, charges, ...(await this.limits.left(userId)) };
  }
}

export function newPurchase(
  kind: Purchase['kind'],
  { biller, item, amountKobo }: Order,
  customer: Customer,
  userId: string,
  reference: string,
  { commission, charges }: { readonly commission: Commission; readonly charges: readonly Charge[] },
): Purchase {
  return {
    id: newId(),
    userId,
    kind,
    categoryId: biller.categoryId,
    billerId: biller.billerId,
    billerName: biller.name,
    itemId: item.itemId,
    itemName: item.name,
    paymentCode: item.paymentCode,
    reference,
    deliversPin: item.deliversPin,
    customer,
    amountKobo,
    charges,
    commissionKobo: commissionOn(commission, amountKobo),
    status: 'pending',
    responseCode: '',
    responseMessage: '',
    details: {},
    queries: 0,
    nextQueryAt: undefined,
    createdAt: 0,
  };
}
