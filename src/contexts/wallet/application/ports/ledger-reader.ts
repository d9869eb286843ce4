import type {
  ChecksummedRecord,
  StoredAccount,
  StoredBatch,
  StoredChainKey,
  StoredHead,
  StoredJournal,
  StoredPosting,
} from '../../domain/stored-rows.js';

/** All rows of the ledger's tables from one snapshot, in portions of bounded size, ordered by their keys. */
export interface LedgerSnapshot {
  keys(): AsyncIterable<StoredChainKey>;
  heads(): AsyncIterable<StoredHead>;
  batches(): AsyncIterable<StoredBatch>;
  journals(): AsyncIterable<StoredJournal>;
  postings(): AsyncIterable<StoredPosting>;
  accounts(): AsyncIterable<StoredAccount>;
  requests(): AsyncIterable<ChecksummedRecord>;
}

export abstract class LedgerReader {
  /** Runs `work` on a snapshot, without blocking commits. */
  abstract read<T>(work: (snapshot: LedgerSnapshot) => Promise<T>): Promise<T>;
}
