import type { LedgerCommand } from '../../domain/ledger-command.js';
import { type ChangeStatement, type WriteSet, writeSet } from '../write-set.js';
import * as sql from './batch-sql.js';

export interface Statement {
  readonly text: string;
  /** Table whose locks it may wait for. */
  readonly table?: string;
}

/** Written under the head by the ledger alone, so whoever locks them stops all money. */
const OWN_TABLES: ReadonlySet<string> = new Set(['money_request', 'journal', 'posting', 'ledger_hold', 'ledger_block']);

/** Everything of a batch behind the head. */
export function batchStatements(writes: WriteSet, nonce: string): Statement[] {
  const { updates, inserts, accounts, holds, batch } = writes;
  const statements: Statement[] = together(updates).flatMap((changes) =>
    sql.update(changes).map((text) => ({ text, table: changes[0]!.table })),
  );
  for (const group of inserts.filter(isOwn)) statements.push({ text: sql.insert(group), table: group.table });
  statements.push(...statementsBeside(writes, sql.WITHOUT_WAITING));
  if (batch) statements.push({ text: sql.addBatch(batch), table: 'ledger_batch' });
  if (accounts.length > 0) statements.push({ text: sql.WITHOUT_WAITING + sql.upsertAccounts(accounts), table: 'ledger_account' });
  if (holds.length > 0) statements.push({ text: sql.upsertHolds(holds), table: 'ledger_hold' });
  statements.push({ text: sql.assertWhole(nonce), table: 'ledger_head' });
  return statements;
}

/** Changes of the same columns of a table. A further change of a row is in a later group, because it is based on the one before. */
function together(updates: readonly ChangeStatement[]): ChangeStatement[][] {
  const changed = new Map<string, number>();
  const rounds: Map<string, ChangeStatement[]>[] = [];
  for (const update of updates) {
    const { table, key, set } = update;
    const row = `${table} ${String(key[0]![1])}`;
    const round = changed.get(row) ?? 0;
    changed.set(row, round + 1);
    const groups = (rounds[round] ??= new Map<string, ChangeStatement[]>());
    const columns = [...key.map(([column]) => column), '=', ...set.map(([column]) => column)];
    const shape = `${table} ${columns.join()}`;
    const group = groups.get(shape);
    if (group) group.push(update);
    else groups.set(shape, [update]);
  }
  return rounds.flatMap((groups) => [...groups.values()]);
}

/** What commands write beside the ledger's tables, waiting for locks, and rolled back. */
export function rehearsal(commands: readonly { readonly command: LedgerCommand; readonly arrivedAt: number }[]): string {
  const accepted = commands.map(({ command, arrivedAt }) => ({ command, committedAt: arrivedAt }));
  const nothing = { idempotencyRecords: [], journals: [], accounts: new Map(), holds: [], head: undefined };
  const statements = statementsBeside(writeSet({ ...nothing, accepted }), '');
  return ['BEGIN', ...statements.map(({ text }) => text), 'ROLLBACK'].join('; ');
}

function statementsBeside({ inserts, increments }: WriteSet, prefix: string): Statement[] {
  const beside = inserts.filter((group) => !isOwn(group));
  return [
    ...beside.map((group) => ({ text: prefix + sql.insert(group), table: group.table })),
    ...increments.map((group) => ({ text: prefix + sql.increment(group), table: group.table })),
  ];
}

function isOwn({ table }: { readonly table: string }): boolean {
  return OWN_TABLES.has(table);
}
