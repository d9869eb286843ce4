import { type LedgerSnapshot, LedgerReader } from '../../application/ports/ledger-reader.js';
import type { SnapshotReader } from './snapshots.js';
import { placeholders } from '../../../../platform/database/placeholders.js';

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
  readonly columns: Readonly<Record<string, string>>;
  /** Aliases that order the rows uniquely. */
  readonly order: readonly string[];
}

const KEYS: Source = { table: 'ledger_key', columns: { id: 'id', sealed: 'sealed' }, order: ['id'] };
const HEADS: Source = {
  table: 'ledger_head',
  columns: { id: 'id', batchNo: 'batch_no', hash: 'hash', postedAt: 'recorded' },
  order: ['id'],
};
const BATCHES: Source = {
  table: 'ledger_batch',
  columns: { batchNo: 'batch_no', journals: 'journals', hash: 'hash', postedAt: 'recorded', keyId: 'key_id' },
  order: ['batchNo'],
};
const JOURNALS: Source = {
  table: 'journal',
  columns: { batchNo: 'batch_no', position: 'position', id: 'id', kind: 'kind', subject: 'subject', postedAt: 'recorded' },
  order: ['batchNo', 'position'],
};
const POSTINGS: Source = {
  table: 'posting',
  columns: {
    account: 'account_id',
    postedAt: 'recorded',
    seq: 'seq',
    journalId: 'journal_id',
    batchNo: 'batch_no',
    line: 'line',
    amountKobo: 'amount_kobo',
    balanceKobo: 'balance_kobo',
    kind: 'kind',
    note: 'note',
  },
  order: ['batchNo', 'line'],
};
const ACCOUNTS: Source = {
  table: 'ledger_account',
  columns: { id: 'id', kind: 'kind', balanceKobo: 'balance_kobo', seq: 'seq' },
  order: ['id'],
};
const REQUESTS: Source = {
  table: 'money_request',
  columns: {
    scope: 'scope',
    action: 'action',
    key: 'request_key',
    fingerprint: 'digest',
    state: 'state',
    response: 'answer',
    subjectId: 'subject',
    journalId: 'journal_id',
    attemptId: 'writer',
    createdAt: 'recorded',
    checksum: 'seal',
  },
  order: ['scope', 'action', 'key'],
};

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
