import type { IdempotencyKey, Replayed } from './caller.js';

/** The result of a use case, from which a repeat of the request is answered. */
export interface StoredResult {
  readonly v: 1;
  readonly result: unknown;
}

export function storedResult(result: unknown): StoredResult {
  return { v: 1, result };
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
