import type { LedgerCommand } from '../../domain/ledger-command.js';
import { type WriteSet, writeSet } from '../write-set.js';
import * as sql from './batch-sql.js';

export interface Statement {
  readonly text: string;
  /** Table whose locks it may wait for. */
  readonly table?: string;
}

/** Written under the head by the ledger alone, so whoever locks them stops all money. */
const OWN_TABLES: ReadonlySet<string> = new Set(['money_request', 'journal', 'posting', 'ledger_hold']);

/** Everything of a batch behind the head. */
export function batchStatements(writes: WriteSet, nonce: string): Statement[] {
  const { updates, inserts, accounts, holds, batch } = writes;
  const statements: Statement[] = updates.flatMap((change) => sql.update(change).map((text) => ({ text, table: change.table })));
  for (const group of inserts.filter(isOwn)) statements.push({ text: sql.insert(group), table: group.table });
  statements.push(...statementsBeside(writes, sql.WITHOUT_WAITING));
  if (batch) statements.push({ text: sql.addBatch(batch), table: 'ledger_batch' });
  if (accounts.length > 0) statements.push({ text: sql.WITHOUT_WAITING + sql.upsertAccounts(accounts), table: 'ledger_account' });
  if (holds.length > 0) statements.push({ text: sql.upsertHolds(holds), table: 'ledger_hold' });
  statements.push({ text: sql.assertWhole(nonce), table: 'ledger_head' });
  return statements;
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
