import { placeholders } from '../../../../platform/database/placeholders.js';
import type { PostingArchive } from '../../../archive/adapters/posting-archive.js';
import { Cursor } from '../../application/cursor.js';
import { type BatchRange, LedgerReader, type LedgerSnapshot } from '../../application/ports.js';
import type { StoredJournal, StoredPosting } from '../../domain/stored-rows.js';
import { ACCOUNTS, BATCHES, BLOCKS, HEADS, HOLDS, JOURNALS, KEYS, POSTINGS, REQUESTS } from './ledger-sources.js';
import { rowsSince } from './recent-rows.js';
import { inPortions, within } from './row-portions.js';
import type { SnapshotReader } from './snapshots.js';

export class SqlLedgerReader extends LedgerReader {
  constructor(
    private readonly open: () => Promise<SnapshotReader>,
    private readonly archive: PostingArchive,
  ) {
    super();
  }

  async read<T>(work: (snapshot: LedgerSnapshot) => Promise<T>): Promise<T> {
    const reader = await this.open();
    try {
      return await work({
        keys: () => inPortions(reader, KEYS),
        lastBatchNo: () => lastBatchNo(reader),
        heads: () => inPortions(reader, HEADS),
        batches: (range) => inPortions(reader, BATCHES, within(BATCHES.order, range)),
        journals: (range) => inPortions(reader, JOURNALS, within(JOURNALS.order, range)),
        journalsById: (ids) => journalsById(reader, ids),
        postings: (range) => withArchived(reader, this.archive, range),
        accounts: () => inPortions(reader, ACCOUNTS),
        blocks: () => inPortions(reader, BLOCKS),
        requests: () => inPortions(reader, REQUESTS),
        holds: () => inPortions(reader, HOLDS),
        rowsOf: (rows) => inPortions(reader, rows),
        since: (end) => rowsSince(reader, end, (ids) => journalsById(reader, ids)),
      });
    } finally {
      await reader.close();
    }
  }
}

/**
 * What is in files, and the rows of the table. Rows of an archived batch that are still there are the same as in its file; one that
 * is not is returned beside it, so that whoever recomputes finds one too many.
 */
async function* withArchived(reader: SnapshotReader, archive: PostingArchive, range: BatchRange): AsyncGenerator<StoredPosting> {
  const rows = new Cursor(inPortions<StoredPosting>(reader, POSTINGS, within(POSTINGS.order, range)));
  const { after = 0, upTo = Infinity } = range;
  for (const part of await archive.partsOf(reader)) {
    if (part.lastBatch <= after || part.firstBatch > upTo) continue;
    for (const posting of await archive.postingsOf(reader, part)) {
      if (posting.batchNo <= after || posting.batchNo > upTo) continue;
      for (;;) {
        const row = await rows.peek();
        if (!row || comparePositions(row, posting) > 0) break;
        await rows.take();
        if (!isSame(row, posting)) yield row;
      }
      yield posting;
    }
  }
  for (let row = await rows.take(); row; row = await rows.take()) yield row;
}

function comparePositions(one: StoredPosting, other: StoredPosting): number {
  return one.batchNo - other.batchNo || one.line - other.line;
}

function isSame(one: StoredPosting, other: StoredPosting): boolean {
  return Object.keys(POSTINGS.columns).every((name) => one[name as keyof StoredPosting] === other[name as keyof StoredPosting]);
}

async function journalsById(reader: SnapshotReader, ids: readonly string[]): Promise<StoredJournal[]> {
  if (ids.length === 0) return [];
  const columns = Object.entries(JOURNALS.columns).map(([name, column]) => `${column} AS ${reader.quote(name)}`);
  const sql = `SELECT ${columns.join()} FROM ${JOURNALS.table} WHERE id IN (${placeholders(ids)})`;
  return reader.rows<StoredJournal>(sql, ids);
}

async function lastBatchNo(reader: SnapshotReader): Promise<number> {
  const [row] = await reader.rows<{ last: number | null }>('SELECT MAX(batch_no) AS last FROM ledger_batch', []);
  return row?.last ?? 0;
}
