import { tableOf } from '../../../../platform/database/table.js';
import {
  IdempotencyRecordRow,
  JournalRow,
  LedgerAccountRow,
  LedgerBatchRow,
  LedgerHeadRow,
  LedgerBlockRow,
  LedgerHoldRow,
  LedgerKeyRow,
  PostingRow,
} from '../../../adapters/typeorm/ledger.rows.js';
import type { RowSource } from '../../application/ports.js';

function source<Row>(
  row: new () => Row,
  order: readonly (keyof Row & string)[],
  others: readonly (keyof Row & string)[],
): RowSource {
  const table = tableOf(row);
  const properties = [...order, ...others];
  return {
    table: table.name,
    columns: Object.fromEntries(properties.map((property) => [property, table.columns(property)[0]!])),
    order,
  };
}

export const KEYS = source(LedgerKeyRow, ['id'], ['sealed']);
export const HEADS = source(LedgerHeadRow, ['id'], ['batchNo', 'hash', 'postedAt']);
export const BATCHES = source(LedgerBatchRow, ['batchNo'], ['journals', 'hash', 'postedAt', 'keyId']);
const POSTED = ['account', 'postedAt', 'seq', 'journalId', 'amountKobo', 'balanceKobo', 'kind', 'note'] as const;
export const POSTINGS = source(PostingRow, ['batchNo', 'line'], POSTED);
export const ACCOUNTS = source(LedgerAccountRow, ['id'], ['kind', 'balanceKobo', 'seq']);

export const JOURNALS = source(JournalRow, ['batchNo', 'position'], ['id', 'kind', 'subject', 'postedAt', 'request']);
const SEALED = ['terms', 'version', 'createdAt', 'keyId', 'seal'] as const;
const HELD = ['kind', 'account', 'payer', 'heldKobo', 'leftKobo', 'state', 'shares', ...SEALED] as const;
export const BLOCKS = source(LedgerBlockRow, ['account'], ['version', 'blocks']);
export const HOLDS = source(LedgerHoldRow, ['subject'], HELD);
const ANSWERED = ['fingerprint', 'state', 'response', 'subjectId', 'journalId', 'attemptId', 'createdAt', 'checksum'] as const;
export const REQUESTS = source(IdempotencyRecordRow, ['scope', 'action', 'key'], ANSWERED);
export const NEW_REQUESTS = source(IdempotencyRecordRow, ['createdAt', 'scope', 'action', 'key'], ANSWERED);
