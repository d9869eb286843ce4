/** The rows of the ledger's tables as an audit reads them. */
import type { StoredRequest } from './request-seal.js';

export interface StoredBatch {
  readonly batchNo: number;
  readonly journals: number;
  readonly hash: string;
  readonly recorded: number;
}

export interface StoredJournal {
  readonly batchNo: number;
  readonly position: number;
  readonly id: string;
  readonly kind: string;
  readonly subject: string;
  readonly recorded: number;
}

export interface StoredPosting {
  readonly account: string;
  readonly recorded: number;
  readonly seq: number;
  readonly journalId: string;
  readonly batchNo: number;
  readonly line: number;
  readonly amountKobo: number;
  readonly balanceKobo: number;
  readonly kind: string;
  readonly note: string;
}

export interface StoredAccount {
  readonly id: string;
  readonly kind: string;
  readonly balanceKobo: number;
  readonly seq: number;
}

export interface StoredHead {
  readonly id: number;
  readonly batchNo: number;
  readonly hash: string;
  readonly recorded: number;
}

export interface SealedRequest extends StoredRequest {
  readonly seal: string;
}

/** A row that does not fit the others. */
export interface WrongRow {
  readonly table: string;
  /** The values of its primary key, joined by slashes. */
  readonly key: string;
  /** The column, or `postings` for those of a journal. */
  readonly column: string;
  readonly expected: string;
  readonly found: string;
}

/** Where an account stands after its latest posting. */
export interface AccountLine {
  readonly balanceKobo: number;
  readonly seq: number;
}

export function wrong(table: string, key: string, column: string, expected: string | number, found: string | number): WrongRow {
  return { table, key, column, expected: String(expected), found: String(found) };
}

export const keyOf = {
  batch: ({ batchNo }: StoredBatch) => String(batchNo),
  journal: ({ batchNo, position }: StoredJournal) => `${batchNo}/${position}`,
  posting: ({ account, recorded, seq }: StoredPosting) => `${account}/${recorded}/${seq}`,
  request: ({ scope, action, key }: SealedRequest) => `${scope}/${action}/${key}`,
};
