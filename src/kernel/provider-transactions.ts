import type { Kobo } from './money.js';

/** From inclusive, to exclusive; unix ms. */
export interface Period {
  readonly from: number;
  readonly to: number;
}

/** Our record with a provider under one reference. */
export interface RecordedTransaction {
  /** The reference in the provider's list. */
  readonly reference: string;
  /** Other names of it, ours and the provider's. */
  readonly otherNames: readonly string[];
  readonly amountKobo: Kobo;
  readonly status: 'pending' | 'completed' | 'failed' | 'reversed';
  readonly at: number;
  /** When it failed after all, for one that is reversed. */
  readonly reversedAt: number | undefined;
  /** The provider's fee as we booked it; undefined if it keeps nothing of its kind. */
  readonly feeKobo?: Kobo | undefined;
  /** Undefined where it goes to no account at a bank. */
  readonly destination?: string | undefined;
}

/** The amount that the clearing account must hold for a row since it was booked. */
export interface BookedAmount {
  /** The id or the subject of the journal. */
  readonly journal: string;
  readonly reference: string;
  readonly amountKobo: Kobo;
}

export type ListedStatus = 'success' | 'failed' | 'pending' | 'reversed' | 'unknown';

export interface ListedTransaction {
  readonly reference: string;
  /** The provider's own id; empty where not reported. */
  readonly transactionId: string;
  readonly amountKobo: Kobo;
  readonly status: ListedStatus;
  /** In the provider's words. */
  readonly statusText: string;
  /** Undefined where not reported. */
  readonly at: number | undefined;
  /** The provider's fee; undefined if not reported. */
  readonly feeKobo?: Kobo | undefined;
  /** Undefined where not reported. */
  readonly destination?: string | undefined;
}

/** The form in which both sides write it. @param bankCode the provider's own */
export function destinationOf({ account, bankCode }: { readonly account: string; readonly bankCode: string }): string {
  return `${account} at ${bankCode}`;
}
