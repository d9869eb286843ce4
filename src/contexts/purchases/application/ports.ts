import type { Deliverable } from '../../../kernel/deliverable.js';
import type { Kobo } from '../../../kernel/money.js';
import type { Page, PageRequest } from '../../../kernel/pagination.js';
import type { ProviderOutcome, Raw } from '../../../kernel/provider-outcome.js';
import type { CounterIncrement, RowInsert, RowUpdate } from '../../../kernel/row-changes.js';
import type { Postponement, ProviderCall } from '../../attempts/index.js';
import type { SubmittedPurchase, VerifiedCustomer } from '../../billers/index.js';
import type { Attempt, Purchase, PurchaseEnd, PurchaseState, PurchaseStatus } from '../domain/purchase.js';

/** Counters of completed purchases by biller and user, changed in the same commit. */
export abstract class PurchaseFigures {
  abstract add(purchase: Purchase): CounterIncrement[];
  abstract takeBack(purchase: Purchase): CounterIncrement[];
  abstract addReferral(referrerId: string, bonusKobo: Kobo): CounterIncrement[];
  /** @param takenKobo of its bonus */
  abstract takeBackReferral(referrerId: string, takenKobo: Kobo): CounterIncrement[];
}

/** What a provider said of an attempt, once; `submitted` where nothing is recorded of it. */
export interface AttemptAnswer {
  readonly provider: string;
  readonly reference: string;
  readonly outcome: string;
  readonly code: string;
  readonly message: string;
  readonly createdAt: number;
}

export interface PurchaseRecord {
  readonly purchase: Purchase;
  /** The last one tried. */
  readonly provider: string;
  /** The provider's own; empty where it named none. */
  readonly providerReference: string;
  /** Masked; `reveal` reads them. */
  readonly deliverables: readonly Deliverable[];
  /** Oldest first. */
  readonly answers: readonly AttemptAnswer[];
}

/** All conditions hold. */
export interface PurchaseFilter {
  readonly id?: string;
  readonly userId?: string;
  /** In any spelling of a phone number. */
  readonly customerId?: string;
  /** Ours or the provider's, of any attempt. */
  readonly reference?: string;
  readonly status?: PurchaseStatus;
  /** Pending, and nobody asks any more. */
  readonly isUndecided?: true;
}

export abstract class PurchaseRecords {
  abstract list(filter: PurchaseFilter, page: PageRequest): Promise<Page<PurchaseRecord>>;
  /** Empty where there are none. */
  abstract reveal(purchaseId: string): Promise<readonly Deliverable[]>;
}

export interface PurchaseSummary {
  readonly purchaseId: string;
  readonly userId: string;
  readonly status: PurchaseStatus;
  readonly amountKobo: Kobo;
  /** Our earnings once it is completed. */
  readonly revenueKobo: Kobo;
  readonly createdAt: number;
}

export abstract class PurchaseSummaries {
  abstract find(purchaseIds: readonly string[]): Promise<PurchaseSummary[]>;
  /** In the order of the ids, after the one given. */
  abstract listAfter(purchaseId: string, limit: number): Promise<PurchaseSummary[]>;
  abstract count(): Promise<number>;
  /** Pending ones, without those that wait for staff. */
  abstract countOpen(): Promise<number>;
}

export interface Settlement {
  readonly status: PurchaseEnd;
  readonly raw: Raw;
  readonly commissionKobo: number;
  readonly details: Readonly<Record<string, string>>;
  /** Stored encrypted; undefined keeps the stored ones. */
  readonly deliverables?: readonly Deliverable[];
}

export interface PurchaseAnswer {
  readonly call: ProviderCall;
  readonly outcome: ProviderOutcome;
}

/** With what was delivered decrypted, for its owner. */
export type RevealedPurchase = Purchase & { readonly deliverables: readonly Deliverable[] };

export interface DuePurchase {
  readonly id: string;
  readonly nextQueryAt: number;
}

/** Purchases and attempts; rows of money movements are made here and written by the ledger. */
export abstract class Purchases {
  abstract held(purchase: Purchase, attempt: Attempt): RowInsert[];
  abstract settled(state: PurchaseState, settlement: Settlement): RowUpdate[];
  /** Stale where the purchase is in another state; changes nothing. */
  abstract unchanged(state: PurchaseState): RowUpdate;
  /** The attempt was refused, and `next` replaces it. */
  abstract rerouted(
    state: PurchaseState,
    raw: Raw,
    next: Attempt,
    changes: { readonly nextQueryAt: number; readonly commissionKobo: Kobo },
  ): { inserts: RowInsert[]; updates: RowUpdate[] };
  /** To be written with what follows from the answer. */
  abstract answered(attempt: Attempt, answer: PurchaseAnswer): RowInsert[];
  abstract keepAnswer(attempt: Attempt, answer: PurchaseAnswer): Promise<void>;
  /** Does nothing when the purchase is not pending any more. */
  abstract postpone(state: PurchaseState, postponement: Postponement): Promise<void>;

  abstract isAnswered(attempt: Attempt): Promise<boolean>;
  /** When the provider said of this attempt that it does not know it. */
  abstract notFoundAt(attempt: Attempt): Promise<number[]>;

  abstract find(id: string): Promise<PurchaseState | undefined>;
  /** Over all attempts. */
  abstract providersTried(id: string): Promise<ReadonlySet<string>>;
  abstract findByReference(provider: string, reference: string): Promise<PurchaseState | undefined>;
  /** At most `limit` pending purchases with a due query, longest due first, after the one given. */
  abstract listDue(now: number, limit: number, after?: DuePurchase): Promise<DuePurchase[]>;

  abstract reveal(userId: string, id: string): Promise<RevealedPurchase | undefined>;
  /** By id, of any user. */
  abstract revealAll(ids: readonly string[]): Promise<ReadonlyMap<string, RevealedPurchase>>;
  /** Newest first. There are no deliverables unless `revealed`. */
  abstract list(userId: string, page: PageRequest, revealed: boolean): Promise<Page<RevealedPurchase>>;
}

/** A completed purchase with the answers of the attempt that delivered it. */
export interface ReadPurchase {
  readonly provider: string;
  readonly submitted: SubmittedPurchase;
  readonly stored: readonly Deliverable[];
  /** Their bodies, oldest first; undefined where one cannot be decrypted. */
  readonly answers: readonly string[] | undefined;
}

/** Whole answers of providers, kept encrypted for RETENTION_RAW_ANSWER_DAYS. */
export abstract class RawAnswers {
  /** In the order of the ids, after the one given. */
  abstract purchasesAfter(id: string, limit: number, only?: string): Promise<string[]>;
  /** Until the unit of work ends; undefined where it is not completed, or has no answers. */
  abstract lock(purchaseId: string): Promise<ReadPurchase | undefined>;
  /** In the caller's unit of work. */
  abstract replace(purchaseId: string, deliverables: readonly Deliverable[]): Promise<void>;
}

export interface VerificationKey {
  readonly userId: string;
  readonly paymentCode: string;
  readonly customerId: string;
}

/** Kept for a short time, so that a payment can take name and address from them. */
export abstract class Verifications {
  abstract keep(key: VerificationKey, customer: VerifiedCustomer, expires: number): Promise<void>;
  abstract find(key: VerificationKey): Promise<VerifiedCustomer | undefined>;
  abstract removeExpired(): Promise<void>;
}
