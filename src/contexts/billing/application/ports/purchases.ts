import type { RowUpdate, RowInsert } from '../../../../kernel/row-changes.js';
import type { Page, PageRequest } from '../../../../kernel/pagination.js';
import type { Attempt, Purchase, PurchaseState } from '../../domain/purchase.js';
import type { Raw } from '../../domain/provider-outcome.js';

/** How a purchase ends, or changes after its end. */
export interface Settlement {
  readonly status: 'completed' | 'failed' | 'reversed';
  readonly raw: Raw;
  readonly commissionKobo: number;
  readonly details: Readonly<Record<string, string>>;
  /** Stored encrypted; undefined leaves what is there. */
  readonly pin?: string;
}

/** The next query of a purchase that stays pending. */
export interface Postponement {
  readonly raw: Raw;
  readonly queries: number;
  /** Unix ms; undefined: staff take over. */
  readonly nextQueryAt: number | undefined;
}

/** A purchase with its PIN or token in the clear, for its owner. */
export type RevealedPurchase = Purchase & { readonly pin: string };

/** A purchase whose next query is due, unix ms. */
export interface DuePurchase {
  readonly id: string;
  readonly nextQueryAt: number;
}

/** Purchases and their attempts. What belongs to a movement of money is written by the ledger, from the parts made here. */
export abstract class Purchases {
  abstract held(purchase: Purchase, attempt: Attempt): RowInsert[];
  abstract settled(state: PurchaseState, settlement: Settlement): RowUpdate[];
  /** The attempt refused; `next` takes its place. */
  abstract rerouted(
    state: PurchaseState,
    raw: Raw,
    next: Attempt,
    nextQueryAt: number,
  ): { inserts: RowInsert[]; updates: RowUpdate[] };
  /** Notes an outcome that decides nothing. Does nothing when the purchase is no longer pending. */
  abstract postpone(state: PurchaseState, postponement: Postponement): Promise<void>;

  abstract find(id: string): Promise<PurchaseState | undefined>;
  abstract findByReference(provider: string, reference: string): Promise<PurchaseState | undefined>;
  /** At most `limit` pending purchases whose next query is due, the longest due first, from after the one given. */
  abstract listDue(now: number, limit: number, after?: DuePurchase): Promise<DuePurchase[]>;

  /** The user's own purchase. */
  abstract reveal(userId: string, id: string): Promise<RevealedPurchase | undefined>;
  /** The user's purchases, newest first. PINs stay closed, and are empty, unless `revealed`. */
  abstract list(userId: string, page: PageRequest, revealed: boolean): Promise<Page<RevealedPurchase>>;
}
