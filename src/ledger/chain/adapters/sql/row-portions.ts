import { placeholders } from '../../../../platform/database/placeholders.js';
import type { BatchRange, RowSource } from '../../application/ports.js';
import type { SnapshotReader } from './snapshots.js';

const PORTION = 2_000;

type Value = string | number;

export interface Part {
  /** Behind this key. */
  readonly after?: readonly Value[] | undefined;
  readonly where?: string;
  readonly values?: readonly Value[];
}

/** @param key of the rows of a batch */
export function within(key: readonly string[], { after, upTo }: BatchRange): Part {
  return {
    // Behind its last row.
    after: after === undefined ? undefined : [after, ...Array<Value>(key.length - 1).fill(Number.MAX_SAFE_INTEGER)],
    ...(upTo === undefined ? {} : { where: 'batch_no <= ?', values: [upTo] }),
  };
}

export async function* inPortions<Row>(reader: SnapshotReader, source: RowSource, part: Part = {}): AsyncGenerator<Row> {
  const { table, columns, order } = source;
  const selected = Object.entries(columns).map(([name, column]) => `${column} AS ${reader.quote(name)}`);
  const keys = order.map((name) => columns[name]!);
  const { where = '', values: fixed = [] } = part;
  for (let { after } = part; ;) {
    const { beyond, values } = after ? rowsBeyond(reader, keys, after) : { beyond: '', values: [] };
    const conditions = [beyond, where].filter((condition) => condition !== '').join(' AND ');
    const sql = `SELECT ${selected.join()} FROM ${table} ${conditions && `WHERE ${conditions}`} ORDER BY ${keys.join()} LIMIT ${PORTION}`;
    const rows = await reader.rows<Record<string, Value>>(sql, [...values, ...fixed]);
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
