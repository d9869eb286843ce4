import type { IdempotencyKey, Replayed } from './caller.js';

/** The remembered money requests, outside a commit of the ledger. */
export abstract class IdempotencyRecords {
  /** What this request was answered before, if it was seen. */
  abstract find(request: IdempotencyKey): Promise<Replayed | undefined>;
  /** Stores the answer of a request that a fact began without one. The first writer wins. */
  abstract answer(request: IdempotencyKey, answer: unknown): Promise<void>;
  /** Stores a refusal, so that a repeat is answered the same. The first writer wins. */
  abstract refuse(request: IdempotencyKey, refusal: StoredRefusal): Promise<void>;
}

/** A failure as it is stored: its catalogue name and its text. */
export interface StoredRefusal {
  readonly name: string;
  readonly text: string;
}
