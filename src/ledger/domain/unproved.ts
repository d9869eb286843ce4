import type { AccountId } from './account.js';
import { type ChainKey, GENESIS_HASH, nextLink, type PostedJournal } from '../chain/domain/hash-chain.js';
import { type AccountLine, wrong, type WrongRow } from '../chain/domain/stored-rows.js';

/** Why nothing is posted to an account: its last posting is in a file and not read yet, or its row is not as it was posted. */
export type AccountDoubt = 'unread' | WrongRow;

export interface ReadBatch {
  readonly batchNo: number;
  readonly hash: string;
  readonly keyId: string;
  readonly journals: readonly PostedJournal[];
}

interface Head {
  readonly batchNo: number;
  readonly hash: string;
  readonly committedAt: number;
}

export function textOf({ table, key, column, expected, found }: WrongRow): string {
  return `${table} ${key}, ${column}: ${found} instead of ${expected}`;
}

/** @param last what the last posting of the account says; undefined where it is not read yet */
export function doubtOf(account: AccountId, state: AccountLine, last: AccountLine | undefined): AccountDoubt | undefined {
  if (!last) return 'unread';
  if (state.balanceKobo !== last.balanceKobo)
    return wrong('ledger_account', account, 'balance_kobo', last.balanceKobo, state.balanceKobo);
  return state.seq === last.seq ? undefined : wrong('ledger_account', account, 'seq', last.seq, state.seq);
}

/** The first of the batches after `start` that nobody with a key of the chain wrote, or the head where it is not the last of them. */
export function unprovedBatch(
  start: Pick<Head, 'batchNo' | 'hash'>,
  batches: readonly ReadBatch[],
  head: Head,
  keyOf: (id: string) => ChainKey | undefined,
): WrongRow | undefined {
  let last = start;
  for (const { batchNo, hash, keyId, journals } of batches) {
    if (batchNo !== last.batchNo + 1)
      return wrong('ledger_batch', String(last.batchNo + 1), 'batch_no', last.batchNo + 1, batchNo);
    const key = keyOf(keyId);
    if (!key) return wrong('ledger_batch', String(batchNo), 'key_id', 'a key of this installation', keyId || 'none');
    if (nextLink(key, last.hash, batchNo, journals) !== hash)
      return wrong('ledger_batch', String(batchNo), 'hash', 'one under the key of the chain', hash);
    last = { batchNo, hash };
  }
  if (head.batchNo !== last.batchNo) return wrong('ledger_head', '1', 'batch_no', last.batchNo, head.batchNo);
  const expected = last.batchNo === 0 ? GENESIS_HASH : last.hash;
  if (head.hash !== expected) return wrong('ledger_head', '1', 'hash', expected, head.hash);
  const postedAt = batches.at(-1)?.journals.at(-1)?.postedAt ?? head.committedAt;
  return head.committedAt === postedAt ? undefined : wrong('ledger_head', '1', 'recorded', postedAt, head.committedAt);
}
