import { buffer } from 'node:stream/consumers';
import { LRUCache } from 'lru-cache';
import type { ColumnValue } from '../../../kernel/row-changes.js';
import type { ByteRange, FileStorage } from '../../../kernel/storage.js';
import { placeholders } from '../../../platform/database/placeholders.js';
import { tableOf } from '../../../platform/database/table.js';
import {
  type ArchivePart,
  blocksWith,
  type BlockRange,
  damaged,
  indexText,
  parseIndex,
  type PartIndex,
  readBlock,
  readPart,
  requireSequence,
} from '../domain/archive-part.js';
import type { StoredPosting } from '../../chain/domain/stored-rows.js';
import { LedgerArchiveRow } from '../../adapters/typeorm/ledger.rows.js';

/** The database, or a snapshot of it. */
export interface RowSource {
  rows<Row>(sql: string, values: readonly ColumnValue[]): Promise<Row[]>;
}

/** Bounds within an account; times in unix ms, sequence numbers exclusive. */
export interface PostingBounds {
  readonly from?: number;
  /** Exclusive. */
  readonly to?: number;
  readonly afterSeq?: number;
  readonly belowSeq?: number;
}

/** A thousand postings each, about half a megabyte. */
const CACHED_BLOCKS = 64;
/** At most 64 KiB each. */
const CACHED_INDEXES = 256;
const INDEXES_AT_ONCE = 16;
const CACHED_PARTS = 1;

const TABLE = tableOf(LedgerArchiveRow);
const PART = TABLE.selection(
  ...(['partNo', 'month', 'firstBatch', 'lastBatch', 'firstPostedAt', 'lastPostedAt'] as const),
  ...(['postings', 'sizeBytes', 'sha256', 'storageKey'] as const),
);

/** The postings that are in files. Parts never change, so what was read of one is kept in memory, within bounds. */
export class PostingArchive {
  private known: readonly ArchivePart[] = [];
  private readonly indexes = new LRUCache<string, PartIndex>({ max: CACHED_INDEXES });
  private readonly blocks = new LRUCache<string, readonly StoredPosting[]>({ max: CACHED_BLOCKS });
  private readonly whole = new LRUCache<string, readonly StoredPosting[]>({ max: CACHED_PARTS });

  constructor(private readonly storage: Pick<FileStorage, 'open'>) {}

  /** The parts that were recorded, those of now included. */
  async parts(source: RowSource): Promise<readonly ArchivePart[]> {
    const after = this.known.length;
    const rows = await source.rows<ArchivePart>(`SELECT ${PART} FROM ${TABLE.name} WHERE part_no > ? ORDER BY part_no`, [after]);
    // Another reader may have added some meanwhile.
    if (rows.length > 0 && this.known.length === after) {
      requireSequence([...this.known, ...rows]);
      this.known = [...this.known, ...rows];
    }
    return this.known;
  }

  /** As recorded in this snapshot, where nothing is trusted that was read before. */
  async partsOf(snapshot: RowSource): Promise<readonly ArchivePart[]> {
    const parts = await snapshot.rows<ArchivePart>(`SELECT ${PART} FROM ${TABLE.name} ORDER BY part_no`, []);
    requireSequence(parts);
    return parts;
  }

  async last(source: RowSource, account: string): Promise<StoredPosting | undefined> {
    return (await this.newestFirst(source, account, {}, 1))[0];
  }

  async newestFirst(source: RowSource, account: string, bounds: PostingBounds, limit: number): Promise<StoredPosting[]> {
    const parts = (await this.parts(source)).filter((part) => isWithin(part, bounds)).toReversed();
    const found: StoredPosting[] = [];
    for await (const [part, index] of this.indexed(source, parts)) {
      for (const place of blocksWith(account, part, index).toReversed()) {
        const postings = (await this.readBlock(part, place)).filter((posting) => isOf(posting, account, bounds));
        found.push(...postings.toReversed());
        if (found.length >= limit) return found.slice(0, limit);
      }
    }
    return found;
  }

  /** In portions of a thousand at most. */
  async *oldestFirst(source: RowSource, account: string, bounds: PostingBounds): AsyncGenerator<StoredPosting[]> {
    const parts = (await this.parts(source)).filter((part) => isWithin(part, bounds));
    for await (const [part, index] of this.indexed(source, parts)) {
      for (const place of blocksWith(account, part, index)) {
        const postings = (await this.readBlock(part, place)).filter((posting) => isOf(posting, account, bounds));
        if (postings.length > 0) yield postings;
      }
    }
  }

  /** Postings of one batch, in its order; of one account where it is given, which reads less. */
  async ofBatch(source: RowSource, batchNo: number, account?: string): Promise<StoredPosting[]> {
    const part = (await this.parts(source)).find(({ firstBatch, lastBatch }) => firstBatch <= batchNo && batchNo <= lastBatch);
    if (!part) return [];
    const index = (await this.indexesOf(source, [part]))[0]!;
    const postings = account === undefined ? await this.readWhole(part, index) : await this.accountIn(part, index, account);
    return postings.filter((posting) => posting.batchNo === batchNo);
  }

  /** All postings of a part in the order of batches. @throws DamagedArchive where anything of the part is not as recorded */
  async postingsOf(source: RowSource, part: ArchivePart): Promise<readonly StoredPosting[]> {
    const [row] = await this.readIndexes(source, [part.partNo]);
    if (!row) throw damaged(part, 'part_index', 'an index', 'none');
    return this.readWhole(part, parseIndex(row.text));
  }

  /** Whether the last byte of its file is there. */
  async isStored({ storageKey, sizeBytes }: ArchivePart): Promise<boolean> {
    const stream = await this.storage.open(storageKey, { from: sizeBytes - 1, to: sizeBytes - 1 });
    return stream !== undefined && (await buffer(stream)).length === 1;
  }

  /** Reads a part that is not recorded yet back from its file. */
  async readBack(part: ArchivePart, index: PartIndex): Promise<readonly StoredPosting[]> {
    return readPart(await this.read(part), part, index);
  }

  private async accountIn(part: ArchivePart, index: PartIndex, account: string): Promise<StoredPosting[]> {
    const found: StoredPosting[] = [];
    for (const place of blocksWith(account, part, index))
      found.push(...(await this.readBlock(part, place)).filter((posting) => posting.account === account));
    return found;
  }

  private async *indexed(source: RowSource, parts: readonly ArchivePart[]): AsyncGenerator<[ArchivePart, PartIndex]> {
    for (let start = 0; start < parts.length; start += INDEXES_AT_ONCE) {
      const some = parts.slice(start, start + INDEXES_AT_ONCE);
      const indexes = await this.indexesOf(source, some);
      for (const [place, part] of some.entries()) yield [part, indexes[place]!];
    }
  }

  private async indexesOf(source: RowSource, parts: readonly ArchivePart[]): Promise<PartIndex[]> {
    const missing = parts.filter(({ sha256 }) => !this.indexes.has(sha256)).map(({ partNo }) => partNo);
    const rows = new Map((await this.readIndexes(source, missing)).map(({ partNo, text }) => [partNo, text]));
    return parts.map((part) => {
      const text = rows.get(part.partNo);
      const index = text === undefined ? this.indexes.get(part.sha256) : parseIndex(text);
      if (!index) throw damaged(part, 'part_index', 'an index', 'none');
      this.indexes.set(part.sha256, index);
      return index;
    });
  }

  private async readIndexes(source: RowSource, partNos: readonly number[]): Promise<{ partNo: number; text: string }[]> {
    if (partNos.length === 0) return [];
    const sql = `SELECT part_no AS partNo, part_index AS text FROM ${TABLE.name} WHERE part_no IN (${placeholders(partNos)})`;
    return source.rows<{ partNo: number; text: string }>(sql, partNos);
  }

  private async readBlock(part: ArchivePart, { from, to, sha256 }: BlockRange): Promise<readonly StoredPosting[]> {
    const known = this.blocks.get(sha256);
    if (known) return known;
    const postings = readBlock(await this.read(part, { from, to }), sha256, part);
    this.blocks.set(sha256, postings);
    return postings;
  }

  private async readWhole(part: ArchivePart, index: PartIndex): Promise<readonly StoredPosting[]> {
    // With what is checked against the file.
    const name = JSON.stringify([part, indexText(index)]);
    const known = this.whole.get(name);
    if (known) return known;
    const postings = readPart(await this.read(part), part, index);
    this.whole.set(name, postings);
    return postings;
  }

  private async read(part: ArchivePart, range?: ByteRange): Promise<Buffer> {
    const stream = await this.storage.open(part.storageKey, range);
    if (!stream) throw damaged(part, 'storage_key', 'a file', 'no such file');
    return buffer(stream);
  }
}

function isWithin(part: ArchivePart, { from = -Infinity, to = Infinity }: PostingBounds): boolean {
  return part.postings > 0 && part.lastPostedAt >= from && part.firstPostedAt < to;
}

function isOf(posting: StoredPosting, account: string, bounds: PostingBounds): boolean {
  const { from = -Infinity, to = Infinity, afterSeq = -Infinity, belowSeq = Infinity } = bounds;
  const { postedAt, seq } = posting;
  return posting.account === account && postedAt >= from && postedAt < to && seq > afterSeq && seq < belowSeq;
}
