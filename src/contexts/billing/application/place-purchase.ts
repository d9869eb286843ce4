import { Injectable } from '@nestjs/common';
import { type MoneyCaller, type IdempotencyKey, Replayed } from '../../../kernel/caller.js';
import { Clock } from '../../../kernel/clock.js';
import { newId } from '../../../kernel/ids.js';
import { kobo } from '../../../kernel/money.js';
import { IdempotencyRecords } from '../../../kernel/idempotency-records.js';
import { Ledger, providerClearing } from '../../wallet/index.js';
import type { Order } from '../domain/order.js';
import { commissionOn } from '../domain/price.js';
import { type Attempt, type Customer, type Purchase, type PurchaseState, totalKobo } from '../domain/purchase.js';
import { AdvancePurchase, firstQueryAt } from './advance-purchase.js';
import { BillingSettings } from './billing-settings.js';
import { type OrderAnswer, orderAnswer } from './order-answer.js';
import { BackgroundWork } from './ports/background-work.js';
import type { BillerProvider } from './ports/biller-provider.js';
import { BillerProviders } from './ports/biller-providers.js';
import { Purchases } from './ports/purchases.js';
import { within } from './within.js';

/** Room for the settlement after the provider's answer, before a repeat of the request looks for itself. */
const SETTLEMENT_MS = 2_000;

/**
 * Buys what was ordered: holds the money and commits the attempt, calls the provider, settles. The answer comes
 * in time whatever the provider does; what is undecided by then goes on, here and by the queue.
 */
@Injectable()
export class PlacePurchase {
  constructor(
    private readonly ledger: Ledger,
    private readonly requests: IdempotencyRecords,
    private readonly purchases: Purchases,
    private readonly providers: BillerProviders,
    private readonly advance: AdvancePurchase,
    private readonly background: BackgroundWork,
    private readonly settings: BillingSettings,
    private readonly clock: Clock,
  ) {}

  async execute(kind: Purchase['kind'], order: Order, customer: Customer, caller: MoneyCaller): Promise<OrderAnswer | Replayed> {
    const begun = this.begin(kind, order, customer, caller.userId);
    const committed = await this.ledger.commit({
      idempotencyKey: caller.idempotencyKey,
      subjectId: begun.purchase.id,
      journal: {
        id: newId(),
        kind: 'purchase',
        subject: begun.purchase.id,
        postings: [
          { account: caller.userId, amountKobo: kobo(-totalKobo(begun.purchase)), note: purchaseNote(begun.purchase) },
          {
            account: providerClearing(begun.attempt.provider),
            amountKobo: totalKobo(begun.purchase),
            note: `Held for ${begun.purchase.id}`,
          },
        ],
      },
      inserts: this.purchases.held(begun.purchase, begun.attempt),
      events: [{ name: 'purchase.placed', data: { purchaseId: begun.purchase.id } }],
    });
    if (committed instanceof Replayed) return this.repeat(caller.idempotencyKey, committed);
    const state = { ...begun, purchase: { ...begun.purchase, createdAt: committed.committedAt } };

    const work = this.background.keep('purchase', this.advance.execute(state, 'submit'));
    const { purchase } =
      (await within(this.settings.answerWithinMs, work)) ?? (await this.purchases.find(state.purchase.id)) ?? state;
    const answer = orderAnswer(purchase);
    await this.requests.answer(caller.idempotencyKey, answer);
    return answer;
  }

  private begin(kind: Purchase['kind'], { biller, item, amountKobo }: Order, customer: Customer, userId: string): PurchaseState {
    const { provider, paymentCode } = this.firstRoute(item.routes);
    const id = newId();
    const attempt: Attempt = {
      id: newId(),
      purchaseId: id,
      number: 1,
      provider: provider.name,
      reference: provider.newReference(),
      paymentCode,
    };
    const purchase: Purchase = {
      id,
      userId,
      kind,
      categoryId: biller.categoryId,
      billerId: biller.billerId,
      billerName: biller.name,
      itemId: item.itemId,
      itemName: item.name,
      paymentCode: item.paymentCode,
      reference: attempt.reference,
      deliversPin: item.deliversPin,
      customer,
      amountKobo,
      feeKobo: item.feeKobo,
      surchargeKobo: biller.surchargeKobo,
      commissionKobo: commissionOn(item.commission, amountKobo),
      status: 'pending',
      responseCode: '',
      responseMessage: '',
      details: {},
      queries: 0,
      nextQueryAt: firstQueryAt(provider, this.clock.now()),
      createdAt: this.clock.now(),
    };
    return { purchase, attempt };
  }

  private firstRoute(routes: Order['item']['routes']): { provider: BillerProvider; paymentCode: string } {
    for (const { provider: name, paymentCode } of routes) {
      const provider = this.providers.find(name);
      if (provider) return { provider, paymentCode };
    }
    throw new Error('an item on sale has no provider in use');
  }

  /** The request was seen before. One that was cut off before its answer is answered from what became of its purchase. */
  private async repeat(request: IdempotencyKey, replayed: Replayed): Promise<Replayed> {
    const { record: stored } = replayed;
    if (stored.state !== 'pending' || stored.fingerprint !== request.fingerprint) return replayed;
    const state = stored.subjectId === undefined ? undefined : await this.purchases.find(stored.subjectId);
    if (!state) return replayed;
    const ageMs = this.clock.now() - stored.createdAt;
    if (state.purchase.status === 'pending' && ageMs < this.settings.answerWithinMs + SETTLEMENT_MS) return replayed;
    await this.requests.answer(request, orderAnswer(state.purchase));
    // Whoever stored first has the word.
    return (await this.requests.find(request)) ?? replayed;
  }
}

function purchaseNote({ billerName, itemName, customer }: Purchase): string {
  return `${billerName}, ${itemName}, ${customer.id}`.slice(0, 255);
}
