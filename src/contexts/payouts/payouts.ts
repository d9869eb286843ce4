import { type Charge, paidKobo } from '../../kernel/charges.js';
import { type Kobo, naira, kobo } from '../../kernel/money.js';
import { failures } from '../../kernel/failure.js';
import type { Page, PageRequest } from '../../kernel/pagination.js';
import type { Raw } from '../../kernel/provider-outcome.js';
import type { RowInsert, RowUpdate } from '../../kernel/row-changes.js';
import { type AttemptEnd, type AttemptStatus, AttemptStore, type OrderKind } from '../attempts/index.js';
import { chargedAmounts, holdTerms, type Share } from '../../ledger/index.js';

export const MINIMUM_PAYOUT_KOBO = naira(100);
export const MAXIMUM_PAYOUT_KOBO = naira(5_000_000);

/** reversed: given back by the rail, and refunded, after it was paid. */
export type PayoutStatus = AttemptStatus;

/** The status that everybody is told. */
export const SHOWN_STATUS: Readonly<Record<PayoutStatus, 'processing' | 'complete' | 'failed' | 'returned'>> = {
  pending: 'processing',
  completed: 'complete',
  failed: 'failed',
  reversed: 'returned',
};

export type PayoutEnd = AttemptEnd;

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
  /** Charges that the payer pays beside the amount. */
  readonly charges: readonly Charge[];
  readonly note: string;
  readonly status: PayoutStatus;
  /** The provider's own code and message. */
  readonly responseCode: string;
  readonly responseMessage: string;
  /** Session of the rail, for which a receiving bank asks; empty until reported. */
  readonly sessionId: string;
  /** The provider's charge for it; zero until reported. */
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
  /** Counts from 1. */
  readonly number: number;
  readonly provider: string;
  /** Ours, by which the provider is queried. */
  readonly reference: string;
  /** The provider's own of the bank. */
  readonly bankCode: string;
  /** It waits for this time before it is submitted, because an equal one went before; undefined once it may have been submitted. */
  readonly submitAt: number | undefined;
}

/** A payout with its latest attempt, the only one that can be undecided. */
export interface PayoutState {
  readonly payout: Payout;
  readonly attempt: Attempt;
}

export const PAYOUT: OrderKind<PayoutState> = {
  noun: 'payout',
  orderOf: ({ payout }) => payout,
  paidKoboOf: ({ payout }) => paidKobo(payout),
  changed: (state, changes) => ({ ...state, payout: { ...state.payout, ...changes } }),
};

export const payoutFailures = failures('payouts', {
  bank_not_found: ['not_found', 'This bank does not exist'],
  account_unresolved: ['invalid', 'Ask whose account it is first; the answer serves for 15 minutes'],
  account_name_changed: ['conflict', 'The name of the account has changed'],
  account_incomplete: ['invalid', 'Give code, account and name, or a payee alone'],
  repeated: ['conflict', 'You paid the same amount to this account within the last 10 minutes; say again to pay it again'],
  below_minimum: ['invalid', 'The minimum amount of a payout is 100.00 Naira'],
  above_maximum: ['invalid', 'The maximum amount of a payout is 5,000,000.00 Naira'],
  test_account: ['forbidden', 'Test accounts cannot pay to real banks'],
  unavailable: ['invalid', 'This bank cannot be paid at the moment'],
  no_payout: ['not_found', 'No data matching your query was found'],
});

/** Keys of system logs begin with these, followed by the id of the payout. */
export const UNDECIDED_LOG = 'payout.undecided:';
export const CONTRADICTION_LOG = 'payout.contradiction:';

/** `Access Bank ******6789`, for lines that others may see. */
export function maskedAccount({ bankName, account }: Pick<Destination, 'bankName' | 'account'>): string {
  return `${bankName} ******${account.slice(-4)}`;
}

export interface Settlement {
  readonly status: PayoutEnd;
  readonly raw: Raw;
  readonly sessionId: string;
  readonly costKobo: Kobo;
}

export type PayoutCondition = Partial<Pick<Payout, 'id' | 'userId' | 'status'>>;

/** The same amount to the same account. */
export type EqualPayout = Pick<Payout, 'bankCode' | 'account' | 'amountKobo'>;

/** An account at a bank that a user has paid, or is about to. */
export interface PaidAccount {
  readonly id: string;
  /** Empty before the first. */
  readonly lastPayoutId: string;
}

/** Payouts and attempts; rows of money movements are made here and written by the ledger. */
export abstract class Payouts extends AttemptStore<PayoutState> {
  abstract held(payout: Payout, attempt: Attempt): RowInsert[];
  /** Stale where another payout to the account was committed since it was read. */
  abstract follows(last: PaidAccount, payoutId: string): RowUpdate;
  abstract settled(state: PayoutState, settlement: Settlement): RowUpdate[];
  /** Books the provider's charge for a payout that is over; stale in another state. */
  abstract costing(state: PayoutState, costKobo: Kobo): RowUpdate;
  /** The attempt was refused, and `next` replaces it. */
  abstract rerouted(
    state: PayoutState,
    raw: Raw,
    next: Attempt,
    changes: { readonly nextQueryAt: number },
  ): { inserts: RowInsert[]; updates: RowUpdate[] };
  /** True for the one who may submit an attempt that waited, once; it is asked about from `nextQueryAt` on. */
  abstract claimSubmit(state: PayoutState, nextQueryAt: number): Promise<boolean>;
  /** Records our yes to the provider, once. @returns the time of the earlier yes; undefined for the first time */
  abstract approve(attempt: Attempt): Promise<number | undefined>;

  /** Does nothing where one is recorded. */
  abstract keepSession(id: string, sessionId: string): Promise<void>;

  abstract findAll(ids: readonly string[]): Promise<ReadonlyMap<string, Payout>>;
  /** Newest first. */
  abstract list(condition: PayoutCondition, page: PageRequest): Promise<Page<Payout>>;

  /** Recorded where it is new. */
  abstract paidAccount(userId: string, destination: Pick<Destination, 'bankCode' | 'account'>): Promise<PaidAccount>;
  /** Whether this user has paid such a one since then, or is about to. */
  abstract wasPaidSince(userId: string, equal: EqualPayout, since: number): Promise<boolean>;
  /** When the last equal one is or will be submitted to the provider, of any user; undefined where none is since then. */
  abstract lastEqualAt(provider: string, equal: EqualPayout, since: number): Promise<number | undefined>;
}

/** Tests shorten these. */
export class PayoutSettings {
  /** A payout is answered within this time, completed or not. */
  answerWithinMs = 8_000;
  /** The same amount to the same account within this time is asked about. */
  repeatedWithinMs = 10 * 60_000;
  /** The payer is told after this time that a payout is on its way, unless it has ended. */
  tellOnItsWayAfterMs = 15_000;
}

/** Splits the total between its receivers once it is paid; the rest is the provider's. */
export function sharesOf(charges: readonly Charge[]): Share[] {
  return [...chargedAmounts(charges)].map(([account, amountKobo]) => ({ account, amountKobo: kobo(amountKobo) }));
}

/** The terms that a provider may get of a payout, as its hold says. */
export function termsOf({ payout, attempt }: PayoutState): string {
  return holdTerms(orderTerms(payout), [attempt.provider, attempt.reference, attempt.bankCode]);
}

type Ordered = Pick<Payout, 'reference' | 'bankCode' | 'account' | 'name'> & { readonly amountKobo: number };

/** The terms that the row of the payout repeats. */
export function orderTerms({ reference, bankCode, account, name, amountKobo }: Ordered): (string | number)[] {
  return [reference, bankCode, account, name.slice(0, 255), amountKobo];
}
