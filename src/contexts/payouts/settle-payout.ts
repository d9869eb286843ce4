import { Injectable } from '@nestjs/common';
import { type IdempotencyKey, Replayed } from '../../kernel/caller.js';
import { chargesNote, paidKobo } from '../../kernel/charges.js';
import { type Kobo, ZERO_KOBO } from '../../kernel/money.js';
import type { ProviderOutcome } from '../../kernel/provider-outcome.js';
import type { RowInsert } from '../../kernel/row-changes.js';
import {
  endingJournal,
  type Journal,
  Ledger,
  type LedgerChange,
  providerClearing,
  providerCosts,
  providerHeld,
} from '../../ledger/index.js';
import { type Advanced, ClosedAccountLog } from '../attempts/index.js';
import type { PayoutOutcome } from '../banks/index.js';
import {
  maskedAccount,
  type Attempt,
  type Payout,
  type PayoutEnd,
  type PayoutState,
  Payouts,
  type Settlement,
  sharesOf,
} from './payouts.js';

export interface PayoutEnding {
  readonly state: PayoutState;
  readonly settlement: Settlement;
  readonly journal: Journal;
}

type Told = Pick<PayoutOutcome, 'raw'> & Partial<Pick<PayoutOutcome, 'status' | 'feeKobo' | 'sessionId'>>;

/** Ends payouts, each at most once in each way. */
@Injectable()
export class SettlePayout {
  constructor(
    private readonly ledger: Ledger,
    private readonly payouts: Payouts,
    private readonly closedAccountLog: ClosedAccountLog,
  ) {}

  /** Our charges go to fees, duty and VAT; the amount is owed to the provider, and with it what it takes for its work. */
  completion(state: PayoutState, outcome: ProviderOutcome): PayoutEnding {
    const { payout, attempt } = state;
    const { id } = payout;
    const costKobo = feeOf(outcome);
    const clearing = providerClearing(attempt.provider);
    const costs = providerCosts(attempt.provider);
    return {
      state,
      settlement: { status: 'completed', raw: outcome.raw, sessionId: sessionOf(outcome) || payout.sessionId, costKobo },
      journal: endingJournal(id, {
        as: 'post',
        to: clearing,
        ...(costKobo > 0 ? { costs: { account: costs, amountKobo: costKobo } } : {}),
        notes: this.notes(state, `Paid: ${id}`),
      }),
    };
  }

  /** The wallet gets all of it back. Of money that the rail gave back before it was paid, the provider may keep a fee. */
  refunding(state: PayoutState, outcome: Told): PayoutEnding {
    const { payout, attempt } = state;
    const costKobo = (outcome.status === 'reversed' && outcome.feeKobo) || ZERO_KOBO;
    return {
      state,
      settlement: { status: 'failed', raw: outcome.raw, sessionId: sessionOf(outcome) || payout.sessionId, costKobo },
      journal: endingJournal(payout.id, {
        as: 'void',
        ...(costKobo > 0 ? { costs: { ...costsOf(attempt), amountKobo: costKobo } } : {}),
        notes: { ...this.notes(state, `Refund of ${payout.id}`), [payout.userId]: backNote(payout, 'Refund') },
      }),
    };
  }

  /** The wallet gets all of it back, including our charges. The provider's fee stays a cost unless it now tells another one. */
  reversing(state: PayoutState, outcome: Told): PayoutEnding {
    const { payout, attempt } = state;
    const { raw, feeKobo } = outcome;
    return {
      state,
      settlement: {
        status: 'reversed',
        raw,
        sessionId: payout.sessionId || sessionOf(outcome),
        costKobo: feeKobo ?? payout.costKobo,
      },
      journal: endingJournal(payout.id, {
        as: 'reverse',
        costs: { ...costsOf(attempt), amountKobo: feeKobo },
        notes: { ...this.notes(state, `Return of ${payout.id}`), [payout.userId]: backNote(payout, 'Returned') },
      }),
    };
  }

  /** Stale where the payout has changed since its state was read. */
  async changeOf({ state, settlement, journal }: PayoutEnding, answers: readonly RowInsert[]): Promise<LedgerChange> {
    const { id, userId } = state.payout;
    const isBack = settlement.status !== 'completed';
    return {
      journal,
      inserts: isBack
        ? [...answers, ...(await this.closedAccountLog.rows('payout', id, userId, paidKobo(state.payout)))]
        : answers,
      updates: this.payouts.settled(state, settlement),
    };
  }

  async commit(ending: PayoutEnding, answers: readonly RowInsert[]): Promise<Advanced<PayoutState>> {
    const { settlement, state } = ending;
    const { payout } = state;
    const { status, raw, sessionId, costKobo } = settlement;
    const committed = await this.ledger.commit({
      idempotencyKey: endKey(payout.id, status),
      ...(await this.changeOf(ending, answers)),
      response: status,
    });
    if (committed === 'stale' || committed instanceof Replayed) return committed;
    const { code: responseCode, message: responseMessage } = raw;
    const endedAt = committed.committedAt;
    return {
      ...state,
      payout: { ...payout, status, responseCode, responseMessage, sessionId, costKobo, nextQueryAt: undefined, endedAt },
    };
  }

  private notes({ payout, attempt: { provider } }: PayoutState, note: string): Record<string, string> {
    const charged = sharesOf(payout.charges).map(({ account }) => [account, `Charges: ${note}`] as const);
    return {
      [providerHeld(provider)]: note,
      [providerClearing(provider)]: note,
      [providerCosts(provider)]: `Fee: ${note}`,
      ...Object.fromEntries(charged),
    };
  }
}

/** One key for completing and refunding, so that only one of them can happen. */
function endKey(payoutId: string, end: PayoutEnd): IdempotencyKey {
  return systemRequest(end === 'reversed' ? 'payout.return' : 'payout.settle', payoutId);
}

export function systemRequest(action: string, key: string): IdempotencyKey {
  return { scope: 'system', action, key, fingerprint: '' };
}

function feeOf(outcome: ProviderOutcome): Kobo {
  return (outcome as PayoutOutcome).feeKobo ?? ZERO_KOBO;
}

function sessionOf(outcome: object): string {
  return (outcome as Partial<PayoutOutcome>).sessionId ?? '';
}

function costsOf({ provider }: Attempt) {
  return { by: providerClearing(provider), account: providerCosts(provider) };
}

function backNote(payout: Payout, what: string): string {
  return `${what}: ${payout.name}, ${maskedAccount(payout)}${chargesNote(payout.charges)}`;
}
