import { formatNaira, kobo } from '../../kernel/money.js';
import { type Purchase, type PurchaseEnd, totalKobo, type PurchaseState, Purchases, type Settlement } from './purchases.js';
import { Injectable } from '@nestjs/common';
import { type IdempotencyKey, Replayed } from '../../kernel/caller.js';
import type { CounterIncrement, RowInsert } from '../../kernel/row-changes.js';
import { chargesNote } from '../../kernel/charges.js';
import {
  endingJournal,
  FEES_ACCOUNT,
  type Journal,
  Ledger,
  type LedgerChange,
  providerClearing,
  providerHeld,
  VAT_ACCOUNT,
} from '../../ledger/index.js';
import type { Raw } from '../../kernel/provider-outcome.js';
import { ClosedAccountLog, type Delivery } from '../attempts/index.js';
import { PurchaseFigures } from './purchase-records.js';

export interface EndNotice {
  readonly subject: string;
  readonly message: string;
}

export function endNotice(purchase: Purchase, end: PurchaseEnd): EndNotice {
  const { itemName, billerName, customer } = purchase;
  const returned = `${formatNaira(totalKobo(purchase))} went back to your wallet.`;
  switch (end) {
    case 'completed':
      return {
        subject: 'Purchase completed',
        message: `${itemName} (${billerName}) of ${formatNaira(purchase.amountKobo)} for ${customer.id} was delivered.`,
      };
    case 'failed':
      return {
        subject: 'Purchase failed',
        message: `${itemName} (${billerName}) for ${customer.id} could not be delivered. ${returned}`,
      };
    case 'reversed':
      return {
        subject: 'Purchase reversed',
        message: `${billerName} took back ${itemName} for ${customer.id}. ${returned}`,
      };
  }
}

/** `stale`: the purchase has changed since it was read. */
export type Settled = Purchase | Replayed | 'stale';

/** Ends purchases, each at most once in each way. */
@Injectable()
export class SettlePurchase {
  constructor(
    private readonly ledger: Ledger,
    private readonly purchases: Purchases,
    private readonly figures: PurchaseFigures,
    private readonly closedAccountLog: ClosedAccountLog,
  ) {}

  complete(state: PurchaseState, outcome: Delivery, inserts: readonly RowInsert[]): Promise<Settled> {
    return this.commit(this.completion(state, outcome), inserts);
  }

  refund(state: PurchaseState, raw: Raw, inserts: readonly RowInsert[]): Promise<Settled> {
    return this.commit(this.refunding(state, raw), inserts);
  }

  reverse(state: PurchaseState, raw: Raw, inserts: readonly RowInsert[]): Promise<Settled> {
    return this.commit(this.reversing(state, raw), inserts);
  }

  /** Our earnings go to the fees, the rest is owed to the provider. */
  completion(state: PurchaseState, outcome: Delivery): PurchaseEnding {
    const { chargedKobo } = outcome;
    const { id, amountKobo, commissionKobo } = state.purchase;
    const purchase: Purchase = {
      ...state.purchase,
      commissionKobo: chargedKobo === undefined ? commissionKobo : kobo(amountKobo - chargedKobo),
    };
    return {
      state: { ...state, purchase },
      settlement: {
        status: 'completed',
        raw: outcome.raw,
        details: outcome.details ?? {},
        ...(outcome.deliverables?.length ? { deliverables: outcome.deliverables } : {}),
      },
      journal: endingJournal(id, {
        as: 'post',
        to: providerClearing(state.attempt.provider),
        ...(chargedKobo === undefined ? {} : { toKobo: chargedKobo }),
        notes: {
          ...postedNotes(state, `Delivered: ${id}`, `Earned on ${id}`, `VAT on ${id}`),
          ...heldNote(state, `Delivered: ${id}`),
        },
      }),
      increments: this.figures.add(purchase),
    };
  }

  /** The wallet gets all of it back. */
  refunding(state: PurchaseState, raw: Raw): PurchaseEnding {
    const { purchase } = state;
    return {
      state,
      settlement: { status: 'failed', raw, details: {} },
      journal: endingJournal(purchase.id, {
        as: 'void',
        notes: { ...heldNote(state, `Refund of ${purchase.id}`), [purchase.userId]: refundNote(purchase) },
      }),
      increments: [],
    };
  }

  /** The wallet gets all of it back, including our earnings. */
  reversing(state: PurchaseState, raw: Raw): PurchaseEnding {
    const { purchase } = state;
    const note = `Reversal of ${purchase.id}`;
    return {
      state,
      settlement: { status: 'reversed', raw, details: purchase.details },
      journal: endingJournal(purchase.id, {
        as: 'reverse',
        notes: { ...postedNotes(state, note, note, note), [purchase.userId]: refundNote(purchase) },
      }),
      increments: this.figures.takeBack(purchase),
    };
  }

  /** Stale where the purchase has changed since its state was read. */
  async changeOf(
    { state, settlement, journal, increments }: PurchaseEnding,
    answers: readonly RowInsert[],
  ): Promise<LedgerChange> {
    const { purchase } = state;
    return {
      journal,
      inserts:
        settlement.status === 'completed'
          ? answers
          : [...answers, ...(await this.closedAccountLog.rows('purchase', purchase.id, purchase.userId, totalKobo(purchase)))],
      updates: this.purchases.settled(state, { ...settlement, commissionKobo: purchase.commissionKobo }),
      increments,
    };
  }

  private async commit(ending: PurchaseEnding, inserts: readonly RowInsert[]): Promise<Settled> {
    const { settlement, state } = ending;
    const { purchase } = state;
    const committed = await this.ledger.commit({
      idempotencyKey: endKey(purchase.id, settlement.status),
      ...(await this.changeOf(ending, inserts)),
      response: settlement.status,
    });
    if (committed === 'stale' || committed instanceof Replayed) return committed;
    const { status, raw, details } = settlement;
    return { ...purchase, status, responseCode: raw.code, responseMessage: raw.message, details, nextQueryAt: undefined };
  }
}

export interface PurchaseEnding {
  readonly state: PurchaseState;
  readonly settlement: Omit<Settlement, 'commissionKobo'>;
  readonly journal: Journal;
  readonly increments: CounterIncrement[];
}

/** One key for completing and refunding, so that only one of them can happen. */
export function endKey(purchaseId: string, end: PurchaseEnd): IdempotencyKey {
  return systemRequest(end === 'reversed' ? 'purchase.reverse' : 'purchase.settle', purchaseId);
}

export function systemRequest(action: string, key: string): IdempotencyKey {
  return { scope: 'system', action, key, fingerprint: '' };
}

function heldNote({ attempt }: PurchaseState, note: string): Record<string, string> {
  return { [providerHeld(attempt.provider)]: note };
}

function postedNotes({ attempt }: PurchaseState, owed: string, earned: string, vat: string): Record<string, string> {
  return { [providerClearing(attempt.provider)]: owed, [FEES_ACCOUNT]: earned, [VAT_ACCOUNT]: vat };
}

function refundNote({ billerName, itemName, customer, charges }: Purchase): string {
  return `Refund: ${billerName}, ${itemName}, ${customer.id}${chargesNote(charges)}`;
}
