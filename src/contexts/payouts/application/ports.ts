import type { Kobo } from '../../../kernel/money.js';
import type { Page, PageRequest } from '../../../kernel/pagination.js';
import type { Raw } from '../../../kernel/provider-outcome.js';
import type { RowInsert, RowUpdate } from '../../../kernel/row-changes.js';
import type { AttemptAnswer, Postponement } from '../../attempts/index.js';
import type { Attempt, Destination, Payout, PayoutEnd, PayoutState, PayoutStatus } from '../domain/payout.js';

export interface Settlement {
  readonly status: PayoutEnd;
  readonly raw: Raw;
  readonly sessionId: string;
  readonly costKobo: Kobo;
}

export interface DuePayout {
  readonly id: string;
  readonly nextQueryAt: number;
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
export abstract class Payouts {
  abstract held(payout: Payout, attempt: Attempt): RowInsert[];
  /** Stale where another payout to the account was committed since it was read. */
  abstract follows(last: PaidAccount, payoutId: string): RowUpdate;
  abstract settled(state: PayoutState, settlement: Settlement): RowUpdate[];
  /** Stale where the payout is in another state; changes nothing. */
  abstract unchanged(state: PayoutState): RowUpdate;
  /** What the provider takes for one that is over; stale where it is in another state. */
  abstract costing(state: PayoutState, costKobo: Kobo): RowUpdate;
  /** The attempt was refused, and `next` replaces it. */
  abstract handedOn(
    state: PayoutState,
    raw: Raw,
    next: Attempt,
    nextQueryAt: number,
  ): { inserts: RowInsert[]; updates: RowUpdate[] };
  /** To be written with what follows from the answer. */
  abstract answered(attempt: Attempt, answer: AttemptAnswer): RowInsert[];
  abstract keepAnswer(attempt: Attempt, answer: AttemptAnswer): Promise<void>;
  /** Does nothing when the payout is not pending any more. */
  abstract postpone(state: PayoutState, postponement: Postponement): Promise<void>;
  /** True for the one who may submit an attempt that waited, once; it is asked about from `nextQueryAt` on. */
  abstract claimSubmit(state: PayoutState, nextQueryAt: number): Promise<boolean>;
  /** Records that the provider is told yes, once. @returns when it was told before; undefined for the first time */
  abstract approve(attempt: Attempt): Promise<number | undefined>;

  /** Does nothing where one is recorded. */
  abstract keepSession(id: string, sessionId: string): Promise<void>;

  abstract isAnswered(attempt: Attempt): Promise<boolean>;
  /** When the provider said of this attempt that it does not know it. */
  abstract notFoundAt(attempt: Attempt): Promise<number[]>;

  abstract find(id: string): Promise<PayoutState | undefined>;
  abstract findAll(ids: readonly string[]): Promise<ReadonlyMap<string, Payout>>;
  /** Over all attempts. */
  abstract providersTried(id: string): Promise<ReadonlySet<string>>;
  abstract findByReference(provider: string, reference: string): Promise<PayoutState | undefined>;
  /** At most `limit` pending payouts with a due question, longest due first, after the one given. */
  abstract listDue(now: number, limit: number, after?: DuePayout): Promise<DuePayout[]>;
  /** Newest first. */
  abstract list(condition: PayoutCondition, page: PageRequest): Promise<Page<Payout>>;

  /** Recorded where it is new. */
  abstract paidAccount(userId: string, destination: Pick<Destination, 'bankCode' | 'account'>): Promise<PaidAccount>;
  /** Whether this user has paid such a one since then, or is about to. */
  abstract wasPaidSince(userId: string, equal: EqualPayout, since: number): Promise<boolean>;
  /** When the last equal one is or will be submitted to the provider, of any user; undefined where none is since then. */
  abstract lastEqualAt(provider: string, equal: EqualPayout, since: number): Promise<number | undefined>;
}

/** What a provider said of an attempt, once; `submitted` where nothing is recorded of it. */
export interface AttemptRecord {
  readonly provider: string;
  readonly reference: string;
  readonly outcome: string;
  readonly code: string;
  readonly message: string;
  readonly createdAt: number;
}

export interface PayoutRecord {
  readonly payout: Payout;
  /** The last one tried. */
  readonly provider: string;
  /** The provider's own; empty where it named none. */
  readonly providerReference: string;
  /** Oldest first. */
  readonly answers: readonly AttemptRecord[];
}

/** All conditions hold. */
export interface PayoutFilter {
  readonly id?: string;
  readonly userId?: string;
  readonly account?: string;
  /** Ours or the provider's of any attempt, or the rail's. */
  readonly reference?: string;
  readonly status?: PayoutStatus;
  /** Pending, and nobody asks any more. */
  readonly isUndecided?: true;
}

export abstract class PayoutRecords {
  abstract list(filter: PayoutFilter, page: PageRequest): Promise<Page<PayoutRecord>>;
}
