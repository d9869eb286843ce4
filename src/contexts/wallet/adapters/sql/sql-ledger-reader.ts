import { type LedgerSnapshot, LedgerReader } from '../../application/ports/ledger-reader.js';
import type { SnapshotReader } from './snapshots.js';
import { placeholders } from '../../../../platform/database/placeholders.js';
import { tableOf } from '../../../../platform/database/table.js';
import {
  IdempotencyRecordRow,
  JournalRow,
  LedgerAccountRow,
  LedgerBatchRow,
  LedgerHeadRow,
  LedgerKeyRow,
  PostingRow,
} from '../typeorm/ledger.rows.js';

const PORTION = 2_000;

export class SqlLedgerReader extends LedgerReader {
  constructor(private readonly open: () => Promise<SnapshotReader>) {
    super();
  }

  async read<T>(work: (snapshot: LedgerSnapshot) => Promise<T>): Promise<T> {
    const reader = await this.open();
    try {
      return await work({
        keys: () => inPortions(reader, KEYS),
        heads: () => inPortions(reader, HEADS),
        batches: () => inPortions(reader, BATCHES),
        journals: () => inPortions(reader, JOURNALS),
        postings: () => inPortions(reader, POSTINGS),
        accounts: () => inPortions(reader, ACCOUNTS),
        requests: () => inPortions(reader, REQUESTS),
      });
    } finally {
      await reader.close();
    }
  }
}

interface Source {
  readonly table: string;
  /** Column by property. */
  readonly columns: Readonly<Record<string, string>>;
  /** Properties that order the rows uniquely. */
  readonly order: readonly string[];
}

function source<Row>(
  row: new () => Row,
  order: readonly (keyof Row & string)[],
  others: readonly (keyof Row & string)[],
): Source {
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
const JOURNALS = source(JournalRow, ['batchNo', 'position'], ['id', 'kind', 'subject', 'postedAt']);
const POSTED = ['account', 'postedAt', 'seq', 'journalId', 'amountKobo', 'balanceKobo', 'kind', 'note'] as const;
const POSTINGS = source(PostingRow, ['batchNo', 'line'], POSTED);
const ACCOUNTS = source(LedgerAccountRow, ['id'], ['kind', 'balanceKobo', 'seq']);
const ANSWERED = ['fingerprint', 'state', 'response', 'subjectId', 'journalId', 'attemptId', 'createdAt', 'checksum'] as const;
const REQUESTS = source(IdempotencyRecordRow, ['scope', 'action', 'key'], ANSWERED);

type Value = string | number;

async function* inPortions<Row>(reader: SnapshotReader, { table, columns, order }: Source): AsyncGenerator<Row> {
  const selected = Object.entries(columns).map(([name, column]) => `${column} AS ${reader.quote(name)}`);
  const keys = order.map((name) => columns[name]!);
  let after: Value[] | undefined;
  for (;;) {
    const { where, values } = after ? beyond(reader, keys, after) : { where: '', values: [] };
    const sql = `SELECT ${selected.join()} FROM ${table} ${where} ORDER BY ${keys.join()} LIMIT ${PORTION}`;
    const rows = await reader.rows<Record<string, Value>>(sql, values);
    yield* rows as Row[];
    const last = rows.at(-1);
    if (!last || rows.length < PORTION) return;
    after = order.map((name) => last[name]!);
  }
}

/** The rows after a key. MySQL uses the index only for the expanded form of a tuple comparison. */
function beyond(reader: SnapshotReader, keys: readonly string[], after: readonly Value[]): { where: string; values: Value[] } {
  if (reader.dialect === 'sqlite') return { where: `WHERE (${keys.join()}) > (${placeholders(keys)})`, values: [...after] };
  const steps = keys.map((key, index) =>
    [...keys.slice(0, index).map((earlier) => `${earlier} = ?`), `${key} > ?`].join(' AND '),
  );
  return { where: `WHERE ${steps.join(' OR ')}`, values: keys.flatMap((_, index) => after.slice(0, index + 1)) };
}
