import type { Kobo } from '../../../../kernel/money.js';
import type { HistoryEntry } from './history.js';

/** Whose statement it is, as it is printed. */
export interface StatementHolder {
  readonly name: string;
  readonly email: string;
  readonly referenceId: string;
}

/** The entries of a wallet in a period. */
export interface Statement {
  readonly holder: StatementHolder;
  readonly account: string;
  /** Unix ms, inclusive. */
  readonly from: number;
  /** Unix ms, exclusive. */
  readonly to: number;
  /** When the statement was made, unix ms. */
  readonly issued: number;
  readonly openingKobo: Kobo;
  readonly closingKobo: Kobo;
  /** Oldest first; they lead from the opening to the closing balance. Can be gone through once. */
  readonly entries: AsyncIterable<HistoryEntry>;
}

/** A kind of file that a statement can be had as. Writes as it reads, so that a long statement needs no more memory than a short one. */
export abstract class StatementFormat {
  abstract write(statement: Statement): AsyncIterable<Uint8Array>;
}
