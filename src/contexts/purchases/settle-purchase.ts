import { formatNaira, kobo } from '../../kernel/money.js';
import {
  PURCHASE,
  type Purchase,
  type PurchaseEnd,
  totalKobo,
  type PurchaseState,
  Purchases,
  type Settlement,
} from './purchases.js';
import { Injectable } from '@nestjs/common';
import { chargesNote } from '../../kernel/charges.js';
import { deliverableOf } from '../../kernel/deliverable.js';
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
import { ClosedAccountLog, type Delivery, type Ending, Resolutions, Settlements } from '../attempts/index.js';
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

/** Ends purchases. */
@Injectable()
export class SettlePurchase extends Settlements<PurchaseState> {
  constructor(
    ledger: Ledger,
    private readonly purchases: Purchases,
    private readonly figures: PurchaseFigures,
    closedAccountLog: ClosedAccountLog,
  ) {
    super(PURCHASE, 'reverse', ledger, closedAccountLog);
  }

  /** Our earnings go to the fees, the rest is owed to the provider. */
  completion(state: PurchaseState, { raw, chargedKobo, details = {}, deliverables }: Delivery): Ending<PurchaseState> {
    const { id, amountKobo } = state.purchase;
    const commissionKobo = chargedKobo === undefined ? state.purchase.commissionKobo : kobo(amountKobo - chargedKobo);
    const journal = endingJournal(id, {
      as: 'post',
      to: providerClearing(state.attempt.provider),
      ...(chargedKobo === undefined ? {} : { toKobo: chargedKobo }),
      notes: {
        ...postedNotes(state, `Delivered: ${id}`, `Earned on ${id}`, `VAT on ${id}`),
        ...heldNote(state, `Delivered: ${id}`),
      },
    });
    return {
      ...this.ending(state, journal, {
        status: 'completed',
        raw,
        commissionKobo,
        details,
        ...(deliverables?.length ? { deliverables } : {}),
      }),
      increments: this.figures.add({ ...state.purchase, commissionKobo }),
    };
  }

  /** The wallet gets all of it back. */
  refunding(state: PurchaseState, raw: Raw): Ending<PurchaseState> {
    const { id, userId, commissionKobo } = state.purchase;
    const notes = { ...heldNote(state, `Refund of ${id}`), [userId]: refundNote(state.purchase) };
    const journal = endingJournal(id, { as: 'void', notes });
    return this.ending(state, journal, { status: 'failed', raw, commissionKobo, details: {} });
  }

  /** The wallet gets all of it back, including our earnings. */
  reversing(state: PurchaseState, raw: Raw): Ending<PurchaseState> {
    const { id, userId, commissionKobo, details } = state.purchase;
    const note = `Reversal of ${id}`;
    const notes = { ...postedNotes(state, note, note, note), [userId]: refundNote(state.purchase) };
    const journal = endingJournal(id, { as: 'reverse', notes });
    return {
      ...this.ending(state, journal, { status: 'reversed', raw, commissionKobo, details }),
      increments: this.figures.takeBack(state.purchase),
    };
  }

  private ending(state: PurchaseState, journal: Journal, settlement: Settlement): Ending<PurchaseState> {
    const { status, raw, commissionKobo, details } = settlement;
    return {
      state,
      status,
      raw,
      journal,
      updates: this.purchases.settled(state, settlement),
      settled: ({ purchase, attempt }) => ({ purchase: { ...purchase, commissionKobo, details }, attempt }),
    };
  }
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

export type Resolution = 'completed' | 'failed';

/** Decisions of staff about a purchase whose provider gives no answer, or contradicts itself. */
@Injectable()
export class ResolvePurchase extends Resolutions<PurchaseState> {
  constructor(
    purchases: Purchases,
    private readonly settle: SettlePurchase,
  ) {
    super(PURCHASE, purchases, settle);
  }

  /** @param token what was delivered; empty where there is none */
  change(purchaseId: string, version: string, resolution: Resolution, token: string): Promise<LedgerChange | undefined> {
    const delivered = token === '' ? {} : { deliverables: [deliverableOf(token)] };
    return this.resolve(purchaseId, version, resolution, {
      complete: (state, raw) => this.settle.completion(state, { status: 'success', raw, ...delivered }),
      refund: (state, raw) => this.settle.refunding(state, raw),
      reverse: (state, raw) => this.settle.reversing(state, raw),
    });
  }
}
