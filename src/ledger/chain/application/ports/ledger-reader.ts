import type { StoredHold } from '../../../domain/hold.js';
import type {
  ChecksummedRecord,
  StoredAccount,
  StoredBatch,
  StoredChainKey,
  StoredHead,
  StoredJournal,
  StoredPosting,
} from '../../domain/stored-rows.js';
import type { RowSource } from './hold-projections.js';

/** Batches after one and up to another one (inclusive); without them from the first row, and to the last. */
export interface BatchRange {
  readonly after?: number;
  readonly upTo?: number;
}

/** All rows of the ledger's tables from one snapshot, in portions of bounded size, ordered by their keys. */
export interface LedgerSnapshot {
  keys(): AsyncIterable<StoredChainKey>;
  heads(): AsyncIterable<StoredHead>;
  /** The greatest number of a batch; 0 where there is none. */
  lastBatchNo(): Promise<number>;
  batches(range: BatchRange): AsyncIterable<StoredBatch>;
  journals(range: BatchRange): AsyncIterable<StoredJournal>;
  /** Those of them that there are. @param ids some thousand at most */
  journalsById(ids: readonly string[]): Promise<StoredJournal[]>;
  postings(range: BatchRange): AsyncIterable<StoredPosting>;
  accounts(): AsyncIterable<StoredAccount>;
  requests(): AsyncIterable<ChecksummedRecord>;
  holds(): AsyncIterable<StoredHold>;
  /** Of a table of another context. */
  rowsOf(source: RowSource): AsyncIterable<Readonly<Record<string, string | number>>>;
}

export abstract class LedgerReader {
  /** Runs `work` on a snapshot, without blocking commits. */
  abstract read<T>(work: (snapshot: LedgerSnapshot) => Promise<T>): Promise<T>;
}
