import type { RowUpdate } from '../../../kernel/row-changes.js';
import type { ServerDialect } from '../../../platform/database/server-dialect.js';
import { StoreFailure } from '../../application/ports.js';
import type { FoundRecord } from '../../domain/batch.js';
import type { RowState } from '../../domain/updated-rows.js';
import type { LedgerCommand } from '../../domain/ledger-command.js';
import type { HoldsAsRead } from '../../domain/holds-in-batch.js';
import type { StoredHold } from '../../domain/hold.js';
import type { HoldRecord, RequestRecord } from '../ledger-records.js';
import { heldSubjects, foundRecords, keysOfUnmatched, toHold } from '../locked-accounts.js';
import { HOLD_COLUMNS } from '../write-set.js';
import { list, selectRequests } from './batch-sql.js';

type Row = Readonly<Record<string, unknown>>;

export interface LockedRows {
  readonly rowStates: ReadonlyMap<RowUpdate, RowState>;
  readonly holds: HoldsAsRead;
  readonly foundRecords: ReadonlyMap<string, FoundRecord>;
}

type Query = (sql: string) => Promise<unknown[]>;

/**
 * Locks the rows that the commands update, and the holds that they end, without waiting, before the head, so that one locked row does not delay other
 * commands.
 */
export async function lockRows(query: Query, conditional: readonly LedgerCommand[], dialect: ServerDialect): Promise<LockedRows> {
  const subjects = heldSubjects(conditional);
  const holdGroup = groupOfHolds(subjects);
  const groups = [...groupByColumns(conditional.flatMap(({ updates = [] }) => updates)), ...holdGroup];
  const locked = await (dialect === 'tidb' ? lockWithoutSkipping(query, groups) : lockUnlocked(query, groups));
  const rowStates = new Map<RowUpdate, RowState>();
  groups.forEach((group, index) => {
    const isThere = finder(group, locked[index]!);
    for (const update of group.updates) rowStates.set(update, isThere(update) ? 'matches' : 'stale');
  });
  const holds = new Map<string, StoredHold | 'locked'>();
  if (holdGroup.length > 0) for (const row of locked.at(-1) as unknown as HoldRecord[]) holds.set(row.subject, toHold(row));
  const keys = keysOfUnmatched(conditional, rowStates, holds);
  if (keys.length === 0) return { rowStates, holds, foundRecords: new Map() };
  // Keys are read last: a concurrent commit of the same command, which changed the row, is found by its key.
  const read = (await query([...groups.map(selectRows), selectRequests(keys)].join('; '))) as Row[][];
  groups.forEach((group, index) => {
    const isThere = finder(group, read[index]!);
    for (const update of group.updates) if (rowStates.get(update) === 'stale' && isThere(update)) rowStates.set(update, 'locked');
  });
  for (const update of holdGroup.flatMap(({ updates }) => updates))
    if (rowStates.get(update) === 'locked') holds.set(String(update.key['subject']), 'locked');
  return { rowStates, holds, foundRecords: foundRecords(read.at(-1) as unknown as RequestRecord[]) };
}

/** In a new transaction. @returns the locked rows of each group */
async function lockUnlocked(query: Query, groups: readonly UpdateGroup[]): Promise<Row[][]> {
  const locks = groups.map((group) => `${selectRows(group)} FOR UPDATE SKIP LOCKED`);
  const [, ...locked] = (await query(['BEGIN', ...locks].join('; '))) as [unknown, ...Row[][]];
  return locked;
}

/** The same without SKIP LOCKED: all at once, and one by one where a row is locked, because NOWAIT then returns none of them. */
async function lockWithoutSkipping(query: Query, groups: readonly UpdateGroup[]): Promise<Row[][]> {
  await query('BEGIN');
  const lock = async (all: readonly UpdateGroup[]): Promise<Row[][] | undefined> => {
    try {
      return (await query(all.map((group) => `${selectRows(group)} FOR UPDATE NOWAIT`).join('; '))) as Row[][];
    } catch (error) {
      if (error instanceof StoreFailure && error.kind === 'lock_timeout') return undefined;
      throw error;
    }
  };
  const atOnce = await lock(groups);
  if (atOnce) return atOnce;
  const locked: Row[][] = [];
  for (const group of groups) {
    const rows: Row[] = [];
    for (const update of group.updates) rows.push(...((await lock([{ ...group, updates: [update] }]))?.[0] ?? []));
    locked.push(rows);
  }
  return locked;
}

interface UpdateGroup {
  readonly table: string;
  readonly columns: readonly string[];
  readonly updates: RowUpdate[];
  /** The columns of its key where it is left out. */
  readonly selected?: readonly string[];
}

function groupOfHolds(subjects: readonly string[]): UpdateGroup[] {
  if (subjects.length === 0) return [];
  const table = 'ledger_hold';
  const updates = subjects.map((subject): RowUpdate => ({ table, key: { subject }, set: {} }));
  return [{ table, columns: ['subject'], updates, selected: HOLD_COLUMNS }];
}

function groupByColumns(updates: readonly RowUpdate[]): UpdateGroup[] {
  const groups = new Map<string, UpdateGroup>();
  for (const update of updates) {
    const columns = Object.keys(update.key);
    const name = `${update.table} ${columns.join()}`;
    const group = groups.get(name) ?? { table: update.table, columns, updates: [] };
    groups.set(name, group);
    group.updates.push(update);
  }
  return [...groups.values()];
}

function selectRows({ table, columns, updates, selected = columns }: UpdateGroup): string {
  const keys = updates.map(({ key }) => `(${list(Object.values(key))})`);
  return `SELECT ${selected.join()} FROM ${table} FORCE INDEX (PRIMARY) WHERE (${columns.join()}) IN (${keys.join()})`;
}

function finder({ table, columns }: UpdateGroup, rows: readonly Row[]): (update: RowUpdate) => boolean {
  const found = new Set(rows.map((row) => columns.map((column) => String(row[column])).join('\n')));
  if (found.size < rows.length) throw new Error(`a key of ${table} matches more than one row`);
  return ({ key }) => found.has(Object.values(key).join('\n'));
}
