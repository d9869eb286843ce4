import { setTimeout } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { type MoneyCaller, type IdempotencyKey, Replayed } from '../../../kernel/caller.js';
import { Clock } from '../../../kernel/clock.js';
import { newId } from '../../../kernel/ids.js';
import { chargesNote } from '../../../kernel/charges.js';
import { kobo } from '../../../kernel/money.js';
import { IdempotencyRecords, storedResult } from '../../../kernel/idempotency-records.js';
import { LimitedLedger } from '../../tariffs/index.js';
import { type LedgerCommand, providerHeld } from '../../../ledger/index.js';
import { type CatalogueSnapshot, ChooseRoute, type ChosenRoute, Catalogue } from '../../catalogue/index.js';
import { newPurchase } from './new-purchase.js';
import type { Order } from './order.js';
import { type Attempt, type Customer, type Purchase, type PurchaseState, totalKobo } from '../domain/purchase.js';
import { AdvancePurchase, firstQueryAt } from './advance-purchase.js';
import { PurchaseCharges } from './purchase-charges.js';
import { PurchaseSettings } from './purchase-settings.js';
import { type PlacedOrder, placedOrder } from './placed-order.js';
import { BackgroundWork } from '../../billers/index.js';
import { Purchases } from './ports.js';
import { resolvedWithin } from './resolved-within.js';
import { sharesOf } from './shares.js';
import { SubmitWindow } from './submit-window.js';

/** Extra time to store or look up an answer; repeats wait as long. */
const STORE_ANSWER_MS = 1_500;
/** A repeat is refused as running for this long; then it waits, because the process that answers may be gone. */
const REFUSED_MS = 1_500;
const LOOK_AGAIN_MS = 250;

interface PurchaseOnHold {
  readonly state: PurchaseState;
  readonly window: SubmitWindow;
}

/**
 * Commits hold and attempt, calls the provider, settles. The client is answered in time; a pending purchase continues in the
 * queue. Only the answer of a pending purchase is stored, because repeats of a settled one are answered from the purchase.
 */
@Injectable()
export class PlacePurchase {
  constructor(
    private readonly catalogue: Catalogue,
    private readonly ledger: LimitedLedger,
    private readonly requests: IdempotencyRecords,
    private readonly purchases: Purchases,
    private readonly chooseRoute: ChooseRoute,
    private readonly purchaseCharges: PurchaseCharges,
    private readonly advance: AdvancePurchase,
    private readonly background: BackgroundWork,
    private readonly settings: PurchaseSettings,
    private readonly clock: Clock,
  ) {}

  /**
   * @param orderOf authorises the buyer and checks the request against the catalogue. @throws Failure of `purchases`, `catalogue`, `price` or `wallet`,
   * or of `orderOf`; nothing was bought
   */
  async execute(
    kind: Purchase['kind'],
    orderOf: (catalogue: CatalogueSnapshot) => Order | Promise<Order>,
    customerOf: (order: Order) => Promise<Customer>,
    { userId, idempotencyKey }: MoneyCaller,
  ): Promise<PlacedOrder | Replayed> {
    let order: Order;
    let route: ChosenRoute;
    try {
      order = await orderOf(await this.catalogue.current());
      route = await this.chooseRoute.first(order.item, order.amountKobo);
    } catch (error) {
      // Catalogue, price or authorisation may have changed since the first request, which is answered all the same.
      const seen = await this.requests.find(idempotencyKey);
      if (seen) return this.repeat(idempotencyKey, seen);
      throw error;
    }
    let committed: PurchaseOnHold | Replayed;
    try {
      committed = await this.commit(
        route,
        newPurchase(kind, order, await customerOf(order), userId, route.provider.newReference(), {
          commission: route.route.commission,
          charges: await this.purchaseCharges.of(order),
        }),
        idempotencyKey,
      );
    } catch (error) {
      await this.chooseRoute.release(route);
      throw error;
    }
    if (committed instanceof Replayed) {
      await this.chooseRoute.release(route);
      return this.repeat(idempotencyKey, committed);
    }
    const { state, window } = committed;
    return this.answer(idempotencyKey, state, this.background.keep('purchase', this.advance.submit(state, window)));
  }

  private async commit(
    { provider, route }: ChosenRoute,
    purchase: Purchase,
    idempotencyKey: IdempotencyKey,
  ): Promise<PurchaseOnHold | Replayed> {
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
    const committed = await this.ledger.commit(purchase.userId, this.hold(held, attempt, idempotencyKey));
    if (committed instanceof Replayed) return committed;
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
      },
      inserts: this.purchases.held(purchase, attempt),
    };
  }

  /** The money is held, so errors from here on leave the purchase pending. */
  private async answer(key: IdempotencyKey, { purchase }: PurchaseState, work: Promise<PurchaseState>): Promise<PlacedOrder> {
    const settled = await resolvedWithin(
      this.settings.answerWithinMs,
      work.catch(() => undefined),
    );
    if (settled && settled.purchase.status !== 'pending') return asFirstAnswered(settled.purchase);
    const pending = placedOrder(purchase, 'pending');
    const stored = this.background.keep('answer of a purchase', this.storeUnlessSettled(key, pending));
    return (
      (await resolvedWithin(
        STORE_ANSWER_MS,
        stored.catch(() => undefined),
      )) ?? pending
    );
  }

  private async storeUnlessSettled(key: IdempotencyKey, pending: PlacedOrder): Promise<PlacedOrder> {
    const state = await this.purchases.find(pending.purchaseId);
    if (state && state.purchase.status !== 'pending') return asFirstAnswered(state.purchase);
    await this.requests.answer(key, storedResult(pending));
    return pending;
  }

  /** From the stored answer, else from the purchase once it is settled or the first answer is overdue. */
  private async repeat(key: IdempotencyKey, replayed: Replayed): Promise<Replayed> {
    const { record } = replayed;
    if (record.state !== 'pending' || record.fingerprint !== key.fingerprint) return replayed;
    const state = record.subjectId === undefined ? undefined : await this.purchases.find(record.subjectId);
    if (!state) return replayed;
    const settled = settledAnswer(replayed, state);
    if (settled) return settled;
    const ageMs = this.clock.now() - record.createdAt;
    const untilOverdueMs = this.settings.answerWithinMs + STORE_ANSWER_MS - ageMs;
    if (untilOverdueMs > 0) {
      if (ageMs < REFUSED_MS) return replayed;
      const answered = await this.answeredWithin(untilOverdueMs, key, state.purchase.id);
      if (answered) return answered;
    }
    await this.requests.answer(key, storedResult(placedOrder(state.purchase)));
    return (await this.requests.find(key)) ?? replayed;
  }

  private async answeredWithin(ms: number, key: IdempotencyKey, purchaseId: string): Promise<Replayed | undefined> {
    for (let waitedMs = 0; waitedMs < ms; waitedMs += LOOK_AGAIN_MS) {
      await setTimeout(LOOK_AGAIN_MS);
      const [found, state] = [await this.requests.find(key), await this.purchases.find(purchaseId)];
      if (found && found.record.state !== 'pending') return found;
      const settled = found && state && settledAnswer(found, state);
      if (settled) return settled;
    }
    return undefined;
  }
}

function settledAnswer({ record }: Replayed, { purchase }: PurchaseState): Replayed | undefined {
  if (purchase.status === 'pending') return undefined;
  return new Replayed({ ...record, state: 'answered', response: storedResult(asFirstAnswered(purchase)) });
}

/** A reversed purchase was answered as completed. */
function asFirstAnswered(purchase: Purchase): PlacedOrder {
  return placedOrder(purchase, purchase.status === 'reversed' ? 'completed' : purchase.status);
}

function purchaseNote({ billerName, itemName, customer, charges }: Purchase): string {
  return `${billerName}, ${itemName}, ${customer.id}${chargesNote(charges)}`;
}
