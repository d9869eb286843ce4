import type { AccountId } from '../../../domain/account.js';
import type { Anchor } from '../../domain/anchor.js';
import type { ProvableBatch } from '../../domain/journal-proof.js';
import type { StoredChainKey } from '../../domain/stored-rows.js';

export interface PostingPlace {
  readonly account: AccountId;
  readonly postedAt: number;
  /** Of the posting's journal. */
  readonly subject: string;
}

/** Single batches, as they are stored. */
export abstract class StoredBatches {
  /** The first journal of this subject that moved money of the account then. */
  abstract locate(place: PostingPlace): Promise<{ readonly journalId: string; readonly batchNo: number } | undefined>;
  abstract read(batchNo: number): Promise<ProvableBatch | undefined>;
  /** Remembers that it is outside. */
  abstract keepAnchor(anchor: Anchor): Promise<void>;
  /** The first one of this batch or a later one, with the hash that its batch has here. */
  abstract anchorFrom(batchNo: number): Promise<{ readonly anchor: Anchor; readonly hash: string } | undefined>;
  abstract keys(): Promise<readonly StoredChainKey[]>;
}
