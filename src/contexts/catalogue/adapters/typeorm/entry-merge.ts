import type { EntityTarget, FindOptionsWhere } from 'typeorm';
import type { Database } from '../../../../platform/database/database.js';
import type { EntryRow } from './catalogue.rows.js';

const CHUNK = 200;
/** Changes with every sync without a change of content. */
const PASSING: ReadonlySet<string> = new Set(['id', 'createdAt', 'updated']);

export interface Rules<Row> {
  readonly keyOf: (row: Row) => string;
  /** A stored entry that is listed, and stays as it is. */
  readonly keeps?: (stored: Row) => boolean;
  /** A stored entry that is not listed, and becomes inactive. */
  readonly retires: (stored: Row) => boolean;
}

/** Writes only what differs from the stored entries, and removes none. Returns how many became inactive. */
export async function mergeEntries<Row extends EntryRow>(
  database: Database,
  type: EntityTarget<Row>,
  listed: readonly Row[],
  { keyOf, keeps, retires }: Rules<Row>,
): Promise<number> {
  const rows = database.repository(type);
  const update = ({ id }: Row, row: Row) => rows.update({ id } as FindOptionsWhere<Row>, row as never);
  const stored = new Map((await rows.find()).map((row) => [keyOf(row), row]));
  const fresh: Row[] = [];
  for (const row of listed) {
    const before = stored.get(keyOf(row));
    stored.delete(keyOf(row));
    if (!before) fresh.push(row);
    else if (!keeps?.(before) && differs(before, row))
      await update(before, Object.assign(row, { id: before.id, createdAt: before.createdAt }));
  }
  await insertAll(database, type, fresh);
  const gone = [...stored.values()].filter((row) => row.status === 'active' && retires(row));
  for (const row of gone) await update(row, Object.assign(row, { status: 'inactive' }));
  return gone.length;
}

export async function insertAll<Row extends object>(
  database: Database,
  type: EntityTarget<Row>,
  rows: readonly Row[],
): Promise<void> {
  for (let start = 0; start < rows.length; start += CHUNK) {
    await database
      .repository(type)
      .createQueryBuilder()
      .insert()
      .values(rows.slice(start, start + CHUNK))
      .updateEntity(false)
      .execute();
  }
}

function differs<Row extends EntryRow>(before: Row, after: Row): boolean {
  return (Object.keys(after) as (keyof Row & string)[]).some((name) => !PASSING.has(name) && before[name] !== after[name]);
}
