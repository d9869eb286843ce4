import type { Charge } from '../../../kernel/charges.js';
import { type Kobo, naira } from '../../../kernel/money.js';

export const MINIMUM_PAYOUT_KOBO = naira(100);
export const MAXIMUM_PAYOUT_KOBO = naira(5_000_000);

/** pending: held, the outcome is unknown. completed: paid. failed: refunded. reversed: given back by the rail, and refunded, after it was paid. */
export type PayoutStatus = 'pending' | 'completed' | 'failed' | 'reversed';

/** As everybody is told of it. */
export const SHOWN_STATUS: Readonly<Record<PayoutStatus, 'processing' | 'complete' | 'failed' | 'returned'>> = {
  pending: 'processing',
  completed: 'complete',
  failed: 'failed',
  reversed: 'returned',
};

export type PayoutEnd = Exclude<PayoutStatus, 'pending'>;

/** An account at a bank, as its name enquiry told it. */
export interface Destination {
  /** Our own of the bank. */
  readonly bankCode: string;
  readonly bankName: string;
  /** Ten digits. */
  readonly account: string;
  readonly name: string;
}

export interface Payout extends Destination {
  readonly id: string;
  readonly userId: string;
  /** Ours, of the latest attempt. */
  readonly reference: string;
  readonly amountKobo: Kobo;
  /** What the payer pays beside the amount. */
  readonly charges: readonly Charge[];
  readonly note: string;
  readonly status: PayoutStatus;
  /** The provider's own code and message. */
  readonly responseCode: string;
  readonly responseMessage: string;
  /** Of the rail, for which a receiving bank asks; empty until reported. */
  readonly sessionId: string;
  /** What the provider took for it; zero until reported. */
  readonly costKobo: Kobo;
  readonly queries: number;
  readonly nextQueryAt: number | undefined;
  readonly createdAt: number;
  readonly endedAt: number | undefined;
}

/** Committed before the provider is called. */
export interface Attempt {
  readonly id: string;
  readonly payoutId: string;
  /** From 1. */
  readonly number: number;
  readonly provider: string;
  /** Ours, by which the provider is queried. */
  readonly reference: string;
  /** The provider's own of the bank. */
  readonly bankCode: string;
  /** It waits for this time before it is submitted, because an equal one went before; undefined once it may have been submitted. */
  readonly submitAt: number | undefined;
}

/** With its latest attempt, the only one that can be undecided. */
export interface PayoutState {
  readonly payout: Payout;
  readonly attempt: Attempt;
}
