import type { ProviderOutcome, Raw } from '../../../kernel/provider-outcome.js';
import type { RowInsert } from '../../../kernel/row-changes.js';
import type { Attempted } from '../domain/attempt.js';
import type { ProviderCall } from '../domain/verdict.js';

/** An order with its latest attempt, the only one that can be undecided. */
export interface AttemptState {
  readonly attempt: Attempted;
}

export interface AttemptAnswer {
  readonly call: ProviderCall;
  readonly outcome: ProviderOutcome;
}

export interface Postponement {
  readonly raw: Raw;
  readonly queries: number;
  /** Undefined: staff take over. */
  readonly nextQueryAt: number | undefined;
}

/** Orders and their attempts; rows of money movements are made here and written by the ledger. */
export interface AttemptStore<S extends AttemptState> {
  find(id: string): Promise<S | undefined>;
  /** To be written with what follows from the answer. */
  answered(attempt: S['attempt'], answer: AttemptAnswer): RowInsert[];
  keepAnswer(attempt: S['attempt'], answer: AttemptAnswer): Promise<void>;
  /** Does nothing when the order is not pending any more. */
  postpone(state: S, postponement: Postponement): Promise<void>;
  /** When the provider said of this attempt that it does not know it. */
  notFoundAt(attempt: S['attempt']): Promise<number[]>;
}
