import type { IdempotencyKey, Replayed } from './caller.js';

/** The result of a use case as it is stored, from which a repeat of the request is answered. */
export interface StoredResult {
  readonly v: 1;
  readonly result: unknown;
}

export function storedResult(result: unknown): StoredResult {
  return { v: 1, result };
}

/** Records from before the version hold the DATA of their answer instead. */
export function isStoredResult(response: unknown): response is StoredResult {
  return typeof response === 'object' && response !== null && (response as Partial<StoredResult>).v === 1;
}

/** The idempotency records of money requests, outside a commit of the ledger. */
export abstract class IdempotencyRecords {
  /** The record of this key, if the request was received before. */
  abstract find(request: IdempotencyKey): Promise<Replayed | undefined>;
  /** Stores the result of a request whose record is pending. The first writer wins. */
  abstract answer(request: IdempotencyKey, response: StoredResult): Promise<void>;
  /** Stores a refusal, so that a repeat gets the same answer. The first writer wins. */
  abstract refuse(request: IdempotencyKey, refusal: StoredRefusal): Promise<void>;
}

/** A failure as it is stored: its catalogue name and its text. */
export interface StoredRefusal {
  readonly name: string;
  readonly text: string;
}
