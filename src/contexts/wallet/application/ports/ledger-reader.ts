import type {
  ChecksummedRecord,
  StoredAccount,
  StoredBatch,
  StoredHead,
  StoredJournal,
  StoredPosting,
} from '../../domain/stored-rows.js';

/** All rows of the ledger's tables from one snapshot, in portions of bounded size. */
export interface LedgerSnapshot {
  heads(): AsyncIterable<StoredHead>;
  /** By number. */
  batches(): AsyncIterable<StoredBatch>;
  /** By batch and position. */
  journals(): AsyncIterable<StoredJournal>;
  /** By batch and line. */
  postings(): AsyncIterable<StoredPosting>;
  /** By id. */
  accounts(): AsyncIterable<StoredAccount>;
  /** By scope, action and key. */
  requests(): AsyncIterable<ChecksummedRecord>;
}

/** The stored ledger, for an audit beside the running service. */
export abstract class LedgerReader {
  /** Runs `work` on a snapshot, without blocking commits. */
  abstract read<T>(work: (snapshot: LedgerSnapshot) => Promise<T>): Promise<T>;
}
