import type { IdempotencyKey, IdempotencyRecord } from '../../../kernel/caller.js';
import { type LockedAccounts, type FoundRecord, idempotencyName } from '../domain/batch.js';
import type { RowState } from '../domain/updated-rows.js';
import type { RowUpdate } from '../../../kernel/row-changes.js';
import type { LedgerCommand } from '../domain/ledger-command.js';
import type { AccountRecord, HeadRecord, RequestRecord } from './ledger-store.js';

/** The accounts as read under lock. @throws for a number that is not a safe integer */
export function lockedAccounts(
  head: HeadRecord | undefined,
  accounts: readonly AccountRecord[],
  requests: readonly RequestRecord[],
  rowStates: ReadonlyMap<RowUpdate, RowState>,
): LockedAccounts {
  if (!head) throw new Error('the ledger has no head: the database was not migrated');
  return {
    head: { batchNo: safe(head.batch_no), hash: head.hash, committedAt: safe(head.recorded) },
    accounts: new Map(accounts.map((row) => [row.id, { balanceKobo: safe(row.balance_kobo), seq: safe(row.seq) }])),
    foundRecords: foundRecords(requests),
    rowStates,
  };
}

/** Keys of the commands whose rows do not match: perhaps because the same command was committed before. */
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
