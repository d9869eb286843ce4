import type { RowUpdate, RowInsert } from '../../../../kernel/row-changes.js';
import type { Kobo } from '../../../../kernel/money.js';
import type { Page, PageRequest } from '../../../../kernel/pagination.js';
import type { Attempt, Purchase, PurchaseEnd, PurchaseState } from '../../domain/purchase.js';
import type { ProviderOutcome, Raw } from '../../../../kernel/provider-outcome.js';
import type { ProviderCall } from '../../domain/verdict.js';

export interface Settlement {
  readonly status: PurchaseEnd;
  readonly raw: Raw;
  readonly commissionKobo: number;
  readonly details: Readonly<Record<string, string>>;
  /** Stored encrypted; undefined keeps the stored one. */
  readonly pin?: string;
}

export interface Postponement {
  readonly raw: Raw;
  readonly queries: number;
  /** Undefined: staff take over. */
  readonly nextQueryAt: number | undefined;
}

/** What a provider said of an attempt, once. */
export interface PurchaseAnswer {
  readonly call: ProviderCall;
  readonly outcome: ProviderOutcome;
}

/** With PIN or token decrypted, for its owner. */
export type RevealedPurchase = Purchase & { readonly pin: string };

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
  abstract answered(attempt: Attempt, answer: PurchaseAnswer): RowInsert;
  /** An answer from which no movement of money follows. */
  abstract keepAnswer(attempt: Attempt, answer: PurchaseAnswer): Promise<void>;
  /** Does nothing when the purchase is not pending any more. */
  abstract postpone(state: PurchaseState, postponement: Postponement): Promise<void>;

  /** Whether an answer to the attempt is kept. */
  abstract isAnswered(attempt: Attempt): Promise<boolean>;
  /** When the provider said of this attempt that it does not know it. */
  abstract notFoundAt(attempt: Attempt): Promise<number[]>;

  abstract find(id: string): Promise<PurchaseState | undefined>;
  /** Of all its attempts. */
  abstract providersTried(id: string): Promise<ReadonlySet<string>>;
  abstract findByReference(provider: string, reference: string): Promise<PurchaseState | undefined>;
  /** At most `limit` pending purchases with a due query, longest due first, after the one given. */
  abstract listDue(now: number, limit: number, after?: DuePurchase): Promise<DuePurchase[]>;

  abstract reveal(userId: string, id: string): Promise<RevealedPurchase | undefined>;
  /** By id, of any user. */
  abstract revealAll(ids: readonly string[]): Promise<ReadonlyMap<string, RevealedPurchase>>;
  /** Newest first. PINs are empty unless `revealed`. */
  abstract list(userId: string, page: PageRequest, revealed: boolean): Promise<Page<RevealedPurchase>>;
}
