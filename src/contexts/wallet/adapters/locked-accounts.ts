import type { IdempotencyKey, IdempotencyRecord } from '../../../kernel/caller.js';
import { type AccountState, type LockedAccounts, type FoundRecord, idempotencyName } from '../domain/batch.js';
import type { RowState } from '../domain/updated-rows.js';
import type { RowUpdate } from '../../../kernel/row-changes.js';
import type { LedgerCommand } from '../domain/ledger-command.js';
import type { AccountRecord, HeadRecord, RequestRecord } from './ledger-records.js';

/** Throws for numbers that are not safe integers. */
export function lockedAccounts(
  head: HeadRecord | undefined,
  accounts: readonly AccountRecord[],
  requests: readonly RequestRecord[],
  rowStates: ReadonlyMap<RowUpdate, RowState>,
): LockedAccounts {
  return { head: readHead(head), accounts: accountStates(accounts), foundRecords: foundRecords(requests), rowStates };
}

export function readHead(head: HeadRecord | undefined): LockedAccounts['head'] {
  if (!head) throw new Error('the ledger has no head: the database was not migrated');
  return { batchNo: safe(head.batch_no), hash: head.hash, committedAt: safe(head.recorded) };
}

/** Of several rows for one account (its postings) the last one in sequence counts. */
export function accountStates(rows: readonly AccountRecord[]): Map<string, AccountState> {
  const states = new Map<string, AccountState>();
  for (const row of rows) {
    const seq = safe(row.seq);
    if (seq >= (states.get(row.id)?.seq ?? 0)) states.set(row.id, { balanceKobo: safe(row.balance_kobo), seq });
  }
  return states;
}

/** Keys of the commands whose rows do not match, possibly because the same command was committed before. */
export function keysOfUnmatched(
  conditional: readonly LedgerCommand[],
  rowStates: ReadonlyMap<RowUpdate, RowState>,
): IdempotencyKey[] {
  return conditional
    .filter(({ updates = [] }) => updates.some((update) => rowStates.get(update) !== 'matches'))
    .map(({ idempotencyKey }) => idempotencyKey);
}

export function foundRecords(requests: readonly RequestRecord[]): Map<string, FoundRecord> {
  return new Map(
    requests.map((row) => [
      idempotencyName({ scope: row.scope, action: row.action, key: row.request_key, fingerprint: row.digest }),
      { record: storedRecord(row), attemptId: row.writer },
    ]),
  );
}

export function storedRecord(row: RequestRecord): IdempotencyRecord {
  return {
    fingerprint: row.digest,
    state: row.state,
    response: row.answer === null ? undefined : (JSON.parse(row.answer) as unknown),
    subjectId: row.subject ?? undefined,
    createdAt: safe(row.recorded),
  };
}

function safe(value: number): number {
  if (!Number.isSafeInteger(value)) throw new RangeError(`ledger integer out of range: ${String(value)}`);
  return value;
}
