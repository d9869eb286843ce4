import type { Kobo } from '../../../../kernel/money.js';
import type { HistoryEntry } from '../../../../ledger/index.js';

export interface StatementHolder {
  readonly name: string;
  readonly email: string;
  readonly referenceId: string;
}

export interface Statement {
  readonly holder: StatementHolder;
  readonly account: string;
  /** Inclusive. */
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
  readonly issued: number;
  readonly openingKobo: Kobo;
  readonly closingKobo: Kobo;
  /** Oldest first; can be iterated once. */
  readonly entries: AsyncIterable<HistoryEntry>;
}

/** A file format of statements; writes while it reads, so that memory does not grow with the period. */
export abstract class StatementFormat {
  abstract write(statement: Statement): AsyncIterable<Uint8Array>;
}
