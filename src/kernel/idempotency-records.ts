import type { IdempotencyKey, Replayed } from './caller.js';

/** The result of a use case, from which a repeat of the request is answered. */
export interface StoredResult {
  readonly v: 1;
  readonly result: unknown;
}

export function storedResult(result: unknown): StoredResult {
  return { v: 1, result };
}

/** Records of earlier versions hold the DATA of their answer instead. */
export function isStoredResult(response: unknown): response is StoredResult {
  return typeof response === 'object' && response !== null && (response as Partial<StoredResult>).v === 1;
}

/** The idempotency records of money requests, outside of ledger commits. */
export abstract class IdempotencyRecords {
  abstract find(request: IdempotencyKey): Promise<Replayed | undefined>;
  /** Stores the result of a pending record. The first writer wins. */
  abstract answer(request: IdempotencyKey, response: StoredResult): Promise<void>;
  /** Stores a refusal for repeats. The first writer wins. */
  abstract refuse(request: IdempotencyKey, refusal: StoredRefusal): Promise<void>;
}

export interface StoredRefusal {
  readonly name: string;
  readonly text: string;
}
