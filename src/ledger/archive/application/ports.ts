import type { StoredPosting } from '../../chain/domain/stored-rows.js';
import type { ArchivePart, PartIndex } from '../domain/archive-part.js';

export interface ArchiveLimits {
  /** Batches up to this one are of a time before the one that was asked for; 0 where none is. */
  readonly lastBefore: number;
  readonly head: number;
  /** The last batch that every consumer of journals has consumed in full. */
  readonly consumed: number;
}

/** Moves postings from their table to files. */
export abstract class LedgerArchive {
  /** @param time unix ms */
  abstract limits(time: number): Promise<ArchiveLimits>;
  abstract parts(): Promise<readonly ArchivePart[]>;
  abstract firstInTable(): Promise<number | undefined>;
  /** @throws DamagedArchive where the file is not as it was recorded */
  abstract requireIntact(part: ArchivePart): Promise<void>;
  /** Parts whose file is gone or shorter; what is in the others is not read. */
  abstract listMissing(): Promise<readonly ArchivePart[]>;
  /** Durably, replacing what was written under its key. */
  abstract write(part: ArchivePart, bytes: Buffer): Promise<void>;
  /** From its file, in the order of batches. @throws DamagedArchive */
  abstract readBack(part: ArchivePart, index: PartIndex): Promise<readonly StoredPosting[]>;
  /** From then on readers look in the file for what is not in the table. @throws where another process recorded one meanwhile */
  abstract record(part: ArchivePart, index: PartIndex): Promise<void>;
  /** Removes postings of these batches (inclusive), whole batches and some thousand rows. @returns the batch to go on from */
  abstract removeSome(from: number, upTo: number): Promise<number>;
}
