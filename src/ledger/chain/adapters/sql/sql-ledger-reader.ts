import { type BatchRange, LedgerReader, type LedgerSnapshot, type RowSource } from '../../application/ports.js';
import { Cursor } from '../../application/cursor.js';
import type { StoredJournal, StoredPosting } from '../../domain/stored-rows.js';
import type { PostingArchive } from '../../../archive/adapters/posting-archive.js';
import type { SnapshotReader } from './snapshots.js';
import { placeholders } from '../../../../platform/database/placeholders.js';
import { tableOf } from '../../../../platform/database/table.js';
import {
  IdempotencyRecordRow,
  JournalRow,
  LedgerAccountRow,
  LedgerBatchRow,
  LedgerHeadRow,
  LedgerHoldRow,
  LedgerKeyRow,
  PostingRow,
} from '../../../adapters/typeorm/ledger.rows.js';

const PORTION = 2_000;
/** No position or line is greater. */
const LAST = Number.MAX_SAFE_INTEGER;

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
        batches: (range) => inPortions(reader, BATCHES, range),
        journals: (range) => inPortions(reader, JOURNALS, range),
        journalsById: (ids) => journalsById(reader, ids),
        postings: (range) => withArchived(reader, this.archive, range),
        accounts: () => inPortions(reader, ACCOUNTS),
        requests: () => inPortions(reader, REQUESTS),
        holds: () => inPortions(reader, HOLDS),
        rowsOf: (rows) => inPortions(reader, rows),
      });
    } finally {
      await reader.close();
    }
  }
}

function source<Row>(
  row: new () => Row,
  order: readonly (keyof Row & string)[],
  others: readonly (keyof Row & string)[],
): RowSource {
  const table = tableOf(row);
  const properties = [...order, ...others];
  return {
    table: table.name,
    columns: Object.fromEntries(properties.map((property) => [property, table.columns(property)[0]!])),
    order,
  };
}

const KEYS = source(LedgerKeyRow, ['id'], ['sealed']);
const HEADS = source(LedgerHeadRow, ['id'], ['batchNo', 'hash', 'postedAt']);
const BATCHES = source(LedgerBatchRow, ['batchNo'], ['journals', 'hash', 'postedAt', 'keyId']);
const JOURNALS = source(JournalRow, ['batchNo', 'position'], ['id', 'kind', 'subject', 'postedAt', 'request']);
const POSTED = ['account', 'postedAt', 'seq', 'journalId', 'amountKobo', 'balanceKobo', 'kind', 'note'] as const;
const POSTINGS = source(PostingRow, ['batchNo', 'line'], POSTED);
const ACCOUNTS = source(LedgerAccountRow, ['id'], ['kind', 'balanceKobo', 'seq']);
const SEALED = ['terms', 'version', 'createdAt', 'keyId', 'seal'] as const;
const HELD = ['kind', 'account', 'payer', 'heldKobo', 'leftKobo', 'state', 'shares', ...SEALED] as const;
const HOLDS = source(LedgerHoldRow, ['subject'], HELD);
const ANSWERED = ['fingerprint', 'state', 'response', 'subjectId', 'journalId', 'attemptId', 'createdAt', 'checksum'] as const;
const REQUESTS = source(IdempotencyRecordRow, ['scope', 'action', 'key'], ANSWERED);

/**
 * What is in files, and the rows of the table. Rows of an archived batch that are still there are the same as in its file; one that
 * is not is returned beside it, so that whoever recomputes finds one too many.
 */
async function* withArchived(reader: SnapshotReader, archive: PostingArchive, range: BatchRange): AsyncGenerator<StoredPosting> {
  const rows = new Cursor(inPortions<StoredPosting>(reader, POSTINGS, range));
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

type Value = string | number;

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

async function* inPortions<Row>(
  reader: SnapshotReader,
  { table, columns, order }: RowSource,
  range: BatchRange = {},
): AsyncGenerator<Row> {
  const selected = Object.entries(columns).map(([name, column]) => `${column} AS ${reader.quote(name)}`);
  const keys = order.map((name) => columns[name]!);
  // Behind the last row of that batch.
  let after: Value[] | undefined = range.after === undefined ? undefined : [range.after, ...Array(keys.length - 1).fill(LAST)];
  const [within, last] = range.upTo === undefined ? ['', []] : [`${keys[0]} <= ?`, [range.upTo]];
  for (;;) {
    const { beyond, values } = after ? rowsBeyond(reader, keys, after) : { beyond: '', values: [] };
    const where = [beyond, within].filter((condition) => condition !== '').join(' AND ');
    const sql = `SELECT ${selected.join()} FROM ${table} ${where && `WHERE ${where}`} ORDER BY ${keys.join()} LIMIT ${PORTION}`;
    const rows = await reader.rows<Record<string, Value>>(sql, [...values, ...last]);
    yield* rows as Row[];
    const final = rows.at(-1);
    if (!final || rows.length < PORTION) return;
    after = order.map((name) => final[name]!);
  }
}

/** The rows after a key. MySQL uses the index only for the expanded form of a tuple comparison. */
function rowsBeyond(
  reader: SnapshotReader,
  keys: readonly string[],
  after: readonly Value[],
): { beyond: string; values: Value[] } {
  if (reader.dialect === 'sqlite') return { beyond: `(${keys.join()}) > (${placeholders(keys)})`, values: [...after] };
  const steps = keys.map((key, index) =>
    [...keys.slice(0, index).map((earlier) => `${earlier} = ?`), `${key} > ?`].join(' AND '),
  );
  return { beyond: `(${steps.join(' OR ')})`, values: keys.flatMap((_, index) => after.slice(0, index + 1)) };
}
