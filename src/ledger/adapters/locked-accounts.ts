import type { IdempotencyKey, IdempotencyRecord } from '../../kernel/caller.js';
import { type LockedAccounts, type FoundRecord, idempotencyName } from '../domain/batch.js';
import type { RowState } from '../domain/updated-rows.js';
import type { RowUpdate } from '../../kernel/row-changes.js';
import type { LedgerCommand } from '../domain/ledger-command.js';
import { isEndable, isSubmittable, type StoredHold } from '../domain/hold.js';
import type { HoldsAsRead } from '../domain/holds-in-batch.js';
import type { HeadRecord, HoldRecord, RequestRecord } from './ledger-records.js';

export function readHead(head: HeadRecord | undefined): LockedAccounts['head'] {
  if (!head) throw new Error('the ledger has no head: the database was not migrated');
  const { batch_no: batchNo, hash, recorded, blocks_no: blocksNo } = head;
  return {
    batchNo: safe(batchNo),
    hash,
    committedAt: safe(recorded),
    ...(blocksNo === undefined ? {} : { blocksNo: safe(blocksNo) }),
  };
}

/** Of the holds that they change. */
export function heldSubjects(commands: readonly LedgerCommand[]): string[] {
  const subjects = commands.map(({ journal, submits }) => (journal?.ends ? journal.subject : submits?.subject));
  return [...new Set(subjects.filter((subject) => subject !== undefined))];
}

export function toHold(row: HoldRecord): StoredHold {
  const { subject, kind, account_id: account, payer, state, shares, terms, key_id: keyId, seal } = row;
  const [heldKobo, leftKobo] = [safe(row.held_kobo), safe(row.left_kobo)];
  const [version, createdAt] = [safe(row.version), safe(row.recorded)];
  return { subject, kind, account, payer, heldKobo, leftKobo, state, shares, terms, version, createdAt, keyId, seal };
}

/** Keys of the commands whose rows or holds do not match, possibly because the same command was committed before. */
export function keysOfUnmatched(
  conditional: readonly LedgerCommand[],
  rowStates: ReadonlyMap<RowUpdate, RowState>,
  holds: HoldsAsRead,
): IdempotencyKey[] {
  const isUnmatched = ({ journal, submits }: LedgerCommand) => {
    const subject = journal?.ends ? journal.subject : submits?.subject;
    if (subject === undefined) return false;
    const hold = holds.get(subject);
    if (!hold || hold === 'locked') return true;
    return submits ? !isSubmittable(hold, submits) : !isEndable(hold, journal!.ends!);
  };
  return conditional
    .filter((command) => isUnmatched(command) || command.updates?.some((update) => rowStates.get(update) !== 'matches'))
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

/** @throws RangeError for numbers that are not safe integers */
export function safe(value: number): number {
  if (!Number.isSafeInteger(value)) throw new RangeError(`ledger integer out of range: ${String(value)}`);
  return value;
}
