import { Injectable } from '@nestjs/common';
import { chargesNote } from '../../kernel/charges.js';
import { ZERO_KOBO } from '../../kernel/money.js';
import {
  endingJournal,
  type Journal,
  Ledger,
  type LedgerChange,
  providerClearing,
  providerCosts,
  providerHeld,
} from '../../ledger/index.js';
import { ClosedAccountLog, type Ending, Resolutions, Settlements } from '../attempts/index.js';
import type { PayoutOutcome } from '../banks/index.js';
import {
  type Attempt,
  maskedAccount,
  PAYOUT,
  type Payout,
  Payouts,
  type PayoutState,
  type Settlement,
  sharesOf,
} from './payouts.js';

/** The provider's or staff's account of an end. Only a provider says more than `raw`. */
type Told = Pick<PayoutOutcome, 'raw'> & Partial<Pick<PayoutOutcome, 'status' | 'feeKobo' | 'sessionId'>>;

/** Ends payouts. */
@Injectable()
export class SettlePayout extends Settlements<PayoutState> {
  constructor(
    ledger: Ledger,
    private readonly payouts: Payouts,
    closedAccountLog: ClosedAccountLog,
  ) {
    super(PAYOUT, 'return', ledger, closedAccountLog);
  }

  /** Our charges go to fees, duty and VAT. The amount and the provider's charge are owed to the provider. */
  completion(state: PayoutState, outcome: Told): Ending<PayoutState> {
    const { payout, attempt } = state;
    const { raw, feeKobo: costKobo = ZERO_KOBO } = outcome;
    const journal = endingJournal(payout.id, {
      as: 'post',
      to: providerClearing(attempt.provider),
      ...(costKobo > 0 ? { costs: { account: providerCosts(attempt.provider), amountKobo: costKobo } } : {}),
      notes: this.notes(state, `Paid: ${payout.id}`),
    });
    return this.ending(state, journal, { status: 'completed', raw, sessionId: outcome.sessionId || payout.sessionId, costKobo });
  }

  /** The wallet gets all of it back. Of money that the rail gave back before it was paid, the provider may keep a fee. */
  refunding(state: PayoutState, outcome: Told): Ending<PayoutState> {
    const { payout, attempt } = state;
    const costKobo = (outcome.status === 'reversed' && outcome.feeKobo) || ZERO_KOBO;
    const journal = endingJournal(payout.id, {
      as: 'void',
      ...(costKobo > 0 ? { costs: { ...costsOf(attempt), amountKobo: costKobo } } : {}),
      notes: { ...this.notes(state, `Refund of ${payout.id}`), [payout.userId]: backNote(payout, 'Refund') },
    });
    const sessionId = outcome.sessionId || payout.sessionId;
    return this.ending(state, journal, { status: 'failed', raw: outcome.raw, sessionId, costKobo });
  }

  /** The wallet gets all of it back, including our charges. The provider's fee stays a cost unless it now tells another one. */
  reversing(state: PayoutState, { raw, feeKobo, sessionId = '' }: Told): Ending<PayoutState> {
    const { payout, attempt } = state;
    const journal = endingJournal(payout.id, {
      as: 'reverse',
      costs: { ...costsOf(attempt), amountKobo: feeKobo },
      notes: { ...this.notes(state, `Return of ${payout.id}`), [payout.userId]: backNote(payout, 'Returned') },
    });
    return this.ending(state, journal, {
      status: 'reversed',
      raw,
      sessionId: payout.sessionId || sessionId,
      costKobo: feeKobo ?? payout.costKobo,
    });
  }

  private ending(state: PayoutState, journal: Journal, settlement: Settlement): Ending<PayoutState> {
    const { status, raw, sessionId, costKobo } = settlement;
    return {
      state,
      status,
      raw,
      journal,
      updates: this.payouts.settled(state, settlement),
      settled: ({ payout, attempt }, endedAt) => ({ payout: { ...payout, sessionId, costKobo, endedAt }, attempt }),
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

function costsOf({ provider }: Attempt) {
  return { by: providerClearing(provider), account: providerCosts(provider) };
}

function backNote(payout: Payout, what: string): string {
  return `${what}: ${payout.name}, ${maskedAccount(payout)}${chargesNote(payout.charges)}`;
}

export type PayoutResolution = 'completed' | 'failed' | 'returned';

/** Decisions of staff about a payout whose provider gives no answer, or contradicts itself. */
@Injectable()
export class ResolvePayout extends Resolutions<PayoutState> {
  constructor(
    payouts: Payouts,
    private readonly settle: SettlePayout,
  ) {
    super(PAYOUT, payouts, settle);
  }

  change(payoutId: string, version: string, resolution: PayoutResolution): Promise<LedgerChange | undefined> {
    return this.resolve(payoutId, version, resolution, {
      complete: (state, raw) => this.settle.completion(state, { raw }),
      refund: (state, raw) => this.settle.refunding(state, { raw }),
      reverse: (state, raw) => this.settle.reversing(state, { raw }),
    });
  }
}
