import { createHash } from 'node:crypto';
import type { StoredIdempotencyRecord } from '../../domain/idempotency-checksum.js';

export interface StoredBatch {
  readonly batchNo: number;
  readonly journals: number;
  readonly hash: string;
  readonly postedAt: number;
  readonly keyId: string;
}

export interface StoredChainKey {
  readonly id: string;
  readonly sealed: string;
}

export interface StoredJournal {
  readonly batchNo: number;
  readonly position: number;
  readonly id: string;
  readonly kind: string;
  readonly subject: string;
  readonly postedAt: number;
  readonly request: string;
}

export interface StoredPosting {
  readonly account: string;
  readonly postedAt: number;
  readonly seq: number;
  readonly journalId: string;
  readonly batchNo: number;
  readonly line: number;
  readonly amountKobo: number;
  readonly balanceKobo: number;
  readonly kind: string;
  readonly note: string;
}

/** What a wallet's owner may not pay out. */
export interface StoredBlocks {
  readonly account: string;
  readonly version: number;
  /** With their seal. */
  readonly blocks: string;
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
  readonly postedAt: number;
}

export interface ChecksummedRecord extends StoredIdempotencyRecord {
  readonly checksum: string;
}

export interface WrongRow {
  readonly table: string;
  /** Primary key values joined by slashes. */
  readonly key: string;
  /** The column, or `postings` for those of a journal. */
  readonly column: string;
  readonly expected: string;
  readonly found: string;
}

export interface AccountLine {
  readonly balanceKobo: number;
  readonly seq: number;
}

export function wrong(table: string, key: string, column: string, expected: string | number, found: string | number): WrongRow {
  return { table, key, column, expected: String(expected), found: String(found) };
}

/** Names what a row would need, without telling it to whoever may change rows and read what is told of faults. */
export function withheld(mac: string): string {
  return `another (digest ${createHash('sha256').update(mac).digest('hex').slice(0, 32)})`;
}

export const keyOf = {
  batch: ({ batchNo }: StoredBatch) => String(batchNo),
  journal: ({ batchNo, position }: StoredJournal) => `${batchNo}/${position}`,
  posting: ({ account, postedAt, seq }: StoredPosting) => `${account}/${postedAt}/${seq}`,
  request: ({ scope, action, key }: ChecksummedRecord) => `${scope}/${action}/${key}`,
};
