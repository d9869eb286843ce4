import { Injectable } from '@nestjs/common';
import { type IdempotencyKey, type MoneyCaller, Replayed } from '../../kernel/caller.js';
import { Clock } from '../../kernel/clock.js';
import { newId } from '../../kernel/ids.js';
import { type Charge, chargesNote } from '../../kernel/charges.js';
import { Failure } from '../../kernel/failure.js';
import type { RowUpdate } from '../../kernel/row-changes.js';
import { kobo } from '../../kernel/money.js';
import { IdempotencyRecords } from '../../kernel/idempotency-records.js';
import { devicesFailures, type Lines, PaymentConfirmations, paymentLines } from '../devices/index.js';
import { LimitedLedger } from '../tariffs/index.js';
import { type LedgerCommand, providerHeld } from '../../ledger/index.js';
import { type CatalogueSnapshot, ChooseRoute, type ChosenRoute, Catalogue } from '../catalogue/index.js';
import {
  newPurchase,
  type Order,
  PurchaseCharges,
  type BillRequest,
  orderBill,
  Buyers,
  Verifications,
  type AirtimeRequest,
  orderAirtime,
} from './order.js';
import {
  type Attempt,
  type Customer,
  PURCHASE,
  type Purchase,
  type PurchaseState,
  totalKobo,
  purchasesFailures,
  PurchaseSettings,
  type PurchaseStatus,
  type PlacedOrder,
  placedOrder,
  Purchases,
  sharesOf,
  termsOf,
} from './purchases.js';
import { AnswerInTime, BackgroundWork, firstQueryAt, SubmitWindow } from '../attempts/index.js';
import { AdvancePurchase } from './advance-purchase.js';
import { type BoughtItem, Repeats } from './repeats.js';

interface PurchaseOnHold {
  readonly state: PurchaseState;
  readonly window: SubmitWindow;
}

/** Commits hold and attempt, calls the provider, settles. */
@Injectable()
export class PlacePurchase {
  private readonly answers: AnswerInTime<PurchaseState, PlacedOrder>;

  constructor(
    private readonly catalogue: Catalogue,
    private readonly ledger: LimitedLedger,
    private readonly requests: IdempotencyRecords,
    private readonly purchases: Purchases,
    private readonly chooseRoute: ChooseRoute,
    private readonly purchaseCharges: PurchaseCharges,
    private readonly advance: AdvancePurchase,
    private readonly repeats: Repeats,
    background: BackgroundWork,
    private readonly settings: PurchaseSettings,
    private readonly clock: Clock,
    private readonly confirmations: PaymentConfirmations,
  ) {
    const orders = { kind: PURCHASE, store: purchases, settings, resultOf };
    this.answers = new AnswerInTime(orders, requests, background, clock);
  }

  /**
   * @param authoriseAndPrice authorises the buyer and checks the request against the catalogue. @throws Failure of `purchases`, `catalogue`, `price` or `wallet`,
   * or of `authoriseAndPrice`; nothing was bought
   */
  async execute(
    kind: Purchase['kind'],
    authoriseAndPrice: (catalogue: CatalogueSnapshot) => Order | Promise<Order>,
    customerOf: (order: Order) => Promise<Customer>,
    caller: MoneyCaller,
    { again = false, confirmation }: BuyOptions = {},
  ): Promise<PlacedOrder | Replayed> {
    const { userId, idempotencyKey } = caller;
    let order: Order;
    let last: BoughtItem | undefined;
    let route: ChosenRoute;
    let charges: readonly Charge[];
    let confirmed: readonly RowUpdate[] = [];
    try {
      order = await authoriseAndPrice(await this.catalogue.current());
      last = again ? undefined : await this.notRepeated(order, userId);
      charges = await this.purchaseCharges.of(order);
      if (this.confirmations.required) confirmed = await this.confirmations.check(userId, linesOf(order, charges), confirmation);
      route = await this.chooseRoute.first(order.item, order.amountKobo);
    } catch (error) {
      // Catalogue, price or authorisation may have changed since the first request, which is answered all the same.
      const seen = await this.requests.find(idempotencyKey);
      if (seen) return this.answers.repeat(idempotencyKey, seen);
      throw error;
    }
    let committed: PurchaseOnHold | Replayed;
    try {
      const purchase = newPurchase(kind, order, await customerOf(order), userId, route.provider.newReference(), {
        commission: route.route.commission,
        charges,
      });
      for (;;) {
        const result = await this.commit(route, purchase, caller, last, confirmed);
        if (result !== 'stale') {
          committed = result;
          break;
        }
        // The user bought the item for the customer meanwhile, perhaps for another amount.
        const overtaken = last?.lastPurchaseId;
        last = again ? undefined : await this.notRepeated(order, userId);
        // Or another payment used the confirmation.
        if (confirmed.length > 0 && last?.lastPurchaseId === overtaken) throw new Failure(devicesFailures.confirmation_invalid);
      }
    } catch (error) {
      await this.chooseRoute.release(route);
      throw error;
    }
    if (committed instanceof Replayed) {
      await this.chooseRoute.release(route);
      return this.answers.repeat(idempotencyKey, committed);
    }
    const { state, window } = committed;
    return this.answers.first(idempotencyKey, state, this.advance.submit(state, window));
  }

  /** The lines that the buyer confirms. @throws Failure of `purchases`, `catalogue` or `price` */
  async describe(priced: (catalogue: CatalogueSnapshot) => Order): Promise<Lines> {
    const order = priced(await this.catalogue.current());
    return linesOf(order, await this.purchaseCharges.of(order));
  }

  /** Read before the command that it guards, so that a purchase that is committed meanwhile makes this one stale. */
  private async notRepeated({ item, amountKobo, customerId }: Order, userId: string): Promise<BoughtItem> {
    const key = { userId, itemId: item.itemId, customerId };
    const last = await this.repeats.bought(key);
    const since = this.clock.now() - this.settings.repeatedWithinMs;
    if (await this.repeats.wasBoughtSince(key, amountKobo, since)) throw new Failure(purchasesFailures.repeated);
    return last;
  }

  private async commit(
    { provider, route }: ChosenRoute,
    purchase: Purchase,
    caller: MoneyCaller,
    last: BoughtItem | undefined,
    confirmed: readonly RowUpdate[],
  ): Promise<PurchaseOnHold | Replayed | 'stale'> {
    const window = new SubmitWindow(provider.capabilities.submitTimeoutMs, this.clock);
    const attempt: Attempt = {
      id: newId(),
      purchaseId: purchase.id,
      number: 1,
      provider: provider.name,
      reference: purchase.reference,
      paymentCode: route.paymentCode,
    };
    const held = { ...purchase, nextQueryAt: firstQueryAt(provider, this.clock.now()) };
    const updates = [...(last ? [this.repeats.follows(last, purchase.id)] : []), ...confirmed];
    const committed = await this.ledger.commitUnlessStale(caller, {
      ...this.hold(held, attempt, caller.idempotencyKey),
      ...(updates.length > 0 ? { updates } : {}),
    });
    if (committed === 'stale' || committed instanceof Replayed) return committed;
    return { state: { purchase: { ...held, createdAt: committed.committedAt }, attempt }, window };
  }

  private hold(purchase: Purchase, attempt: Attempt, idempotencyKey: IdempotencyKey): LedgerCommand {
    const { id, userId } = purchase;
    return {
      idempotencyKey,
      subjectId: id,
      journal: {
        id: newId(),
        kind: 'purchase',
        subject: id,
        postings: [
          { account: userId, amountKobo: kobo(-totalKobo(purchase)), note: purchaseNote(purchase) },
          { account: providerHeld(attempt.provider), amountKobo: totalKobo(purchase), note: `Held for ${id}` },
        ],
        holds: sharesOf(purchase),
        terms: termsOf({ purchase, attempt }),
      },
      inserts: this.purchases.held(purchase, attempt),
    };
  }
}

function linesOf({ biller, item, customerId, amountKobo }: Order, charges: readonly Charge[]): Lines {
  return paymentLines({ title: 'Purchase', payee: `${biller.name}, ${item.name}, for ${customerId}`, amountKobo, charges });
}

function resultOf({ purchase }: PurchaseState, status: PurchaseStatus): PlacedOrder {
  return placedOrder(purchase, status);
}

function purchaseNote({ billerName, itemName, customer, charges }: Purchase): string {
  return `${billerName}, ${itemName}, ${customer.id}${chargesNote(charges)}`;
}

export interface BuyOptions {
  readonly pin?: string | undefined;
  readonly confirmation?: string | undefined;
  /** Buys also if the same was bought a moment ago. */
  readonly again?: boolean | undefined;
}

/** Missing fields are taken from the verification, a missing phone also from the buyer. */
export interface CustomerGiven {
  readonly name: string | undefined;
  readonly address: string | undefined;
  readonly mobile: string | undefined;
}

@Injectable()
export class PayBill {
  constructor(
    private readonly buyers: Buyers,
    private readonly verifications: Verifications,
    private readonly place: PlacePurchase,
  ) {}

  execute(
    request: BillRequest,
    given: CustomerGiven,
    caller: MoneyCaller,
    options: BuyOptions = {},
  ): Promise<PlacedOrder | Replayed> {
    return this.place.execute(
      'bill',
      async (catalogue) => {
        await this.buyers.authorise(caller, options.pin);
        return orderBill(catalogue, request);
      },
      ({ item, customerId }) => this.customer(customerId, item.paymentCode, given, caller),
      caller,
      options,
    );
  }

  describe(request: BillRequest): Promise<Lines> {
    return this.place.describe((catalogue) => orderBill(catalogue, request));
  }

  private async customer(customerId: string, paymentCode: string, given: CustomerGiven, caller: MoneyCaller): Promise<Customer> {
    const [buyer, verified] = await Promise.all([
      this.buyers.contactOf(caller),
      this.verifications.find({ userId: caller.userId, paymentCode, customerId }),
    ]);
    return {
      id: customerId,
      name: given.name ?? verified?.name ?? '',
      address: given.address ?? verified?.address ?? '',
      email: buyer.email,
      mobile: given.mobile || verified?.mobile || buyer.mobile,
      ...(verified ? { verified: { amountKobo: verified.amountKobo, details: verified.details } } : {}),
    };
  }
}

@Injectable()
export class BuyAirtime {
  constructor(
    private readonly buyers: Buyers,
    private readonly place: PlacePurchase,
  ) {}

  describe(request: AirtimeRequest): Promise<Lines> {
    return this.place.describe((catalogue) => orderAirtime(catalogue, request));
  }

  execute(request: AirtimeRequest, caller: MoneyCaller, options: BuyOptions = {}): Promise<PlacedOrder | Replayed> {
    return this.place.execute(
      'airtime',
      async (catalogue) => {
        await this.buyers.authorise(caller, options.pin);
        return orderAirtime(catalogue, request);
      },
      async ({ customerId: phone }) => {
        const { email } = await this.buyers.contactOf(caller);
        return { id: phone, name: '', address: '', email, mobile: phone };
      },
      caller,
      options,
    );
  }
}
