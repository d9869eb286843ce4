import type { Page, PageRequest } from '../../../../kernel/pagination.js';
import type { Purchase, PurchaseStatus } from '../../domain/purchase.js';

/** What a provider said of an attempt, once; `submitted` where nothing is recorded of it. */
export interface AttemptAnswer {
  readonly provider: string;
  readonly reference: string;
  readonly outcome: string;
  readonly code: string;
  readonly message: string;
  readonly createdAt: number;
}

/** A purchase with everything that is known of its attempts. */
export interface PurchaseRecord {
  readonly purchase: Purchase;
  /** Of the latest attempt. */
  readonly provider: string;
  /** The provider's own; empty where it named none. */
  readonly providerReference: string;
  /** A token or PIN was delivered, which `reveal` reads. */
  readonly hasToken: boolean;
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

/** Purchases of all users, for staff. */
export abstract class PurchaseRecords {
  abstract list(filter: PurchaseFilter, page: PageRequest): Promise<Page<PurchaseRecord>>;
  /** Token or recharge PIN; empty where there is none. */
  abstract reveal(purchaseId: string): Promise<string>;
}
