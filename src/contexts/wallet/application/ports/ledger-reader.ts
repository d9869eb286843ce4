import type {
  ChecksummedRecord,
  StoredAccount,
  StoredBatch,
  StoredHead,
  StoredJournal,
  StoredPosting,
} from '../../domain/stored-rows.js';

/** All rows of the ledger's tables as they were at one moment, in portions, so that any number of them can be read. */
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

/** The books as they are stored, for an audit beside the running service. */
export abstract class LedgerReader {
  /** Lets `work` read the books of one moment; commits that come later are not seen and not held up. */
  abstract read<T>(work: (snapshot: LedgerSnapshot) => Promise<T>): Promise<T>;
}
