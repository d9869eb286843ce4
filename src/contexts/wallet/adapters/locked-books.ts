import type { StoredAnswer } from '../../../kernel/caller.js';
import { type LockedBooks, requestName } from '../domain/batch.js';
import type { AccountRecord, HeadRecord, RequestRecord } from './ledger-store.js';

/** The books as read under lock. Anything that is not a safe integer stops here. */
export function lockedBooks(
  head: HeadRecord | undefined,
  accounts: readonly AccountRecord[],
  requests: readonly RequestRecord[],
): LockedBooks {
  if (!head) throw new Error('the ledger has no head: the database was not migrated');
  return {
    head: { batchNo: safe(head.batch_no), hash: head.hash, recorded: safe(head.recorded) },
    accounts: new Map(accounts.map((row) => [row.id, { balanceKobo: safe(row.balance_kobo), seq: safe(row.seq) }])),
    seen: new Map(
      requests.map((row) => [
        requestName({ scope: row.scope, action: row.action, key: row.request_key, digest: row.digest }),
        { stored: storedAnswer(row), writer: row.writer },
      ]),
    ),
  };
}

export function storedAnswer(row: RequestRecord): StoredAnswer {
  return {
    digest: row.digest,
    state: row.state,
    answer: row.answer === null ? undefined : (JSON.parse(row.answer) as unknown),
    subject: row.subject ?? undefined,
    recorded: safe(row.recorded),
  };
}

function safe(value: number): number {
  if (!Number.isSafeInteger(value)) throw new RangeError(`ledger integer out of range: ${String(value)}`);
  return value;
}
