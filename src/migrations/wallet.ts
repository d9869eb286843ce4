import {
  column,
  differ,
  forbidChanges,
  insertFirst,
  SchemaMigration,
  type TableDefinition,
} from '../platform/database/schema.js';

const TABLES: readonly TableDefinition[] = [
  {
    name: 'ledger_account',
    columns: [
      column.id(),
      column.text('kind', 8),
      column.kobo('balance_kobo', { default: 0 }),
      // Number of postings: the seq of the last one.
      column.count('seq', { default: 0 }),
      column.time('recorded'),
    ],
    primaryKey: ['id'],
    checks: {
      wallet_not_below_zero: "balance_kobo >= 0 OR kind = 'system'",
    },
  },
  // Clustered for the history: one account, newest first.
  {
    name: 'posting',
    columns: [
      column.id('account_id'),
      column.time('recorded'),
      column.count('seq'),
      column.id('journal_id'),
      column.count('batch_no'),
      column.count('line'),
      column.kobo('amount_kobo'),
      column.kobo('balance_kobo'),
      column.text('kind', 16),
      column.text('note'),
    ],
    primaryKey: ['account_id', 'recorded', 'seq'],
    unique: { batch_line: ['batch_no', 'line'] },
  },
  {
    name: 'journal',
    columns: [
      column.count('batch_no'),
      column.count('position'),
      column.id(),
      column.text('kind', 16),
      column.id('subject'),
      column.time('recorded'),
      // The request_key of the command that made it.
      column.text('request', 43),
    ],
    primaryKey: ['batch_no', 'position'],
    unique: { id: ['id'] },
  },
  {
    name: 'ledger_batch',
    columns: [
      column.count('batch_no'),
      column.count('journals'),
      column.text('hash', 64),
      column.time('recorded'),
      // The key that made the hash.
      column.text('key_id', 16),
    ],
    primaryKey: ['batch_no'],
  },
  // The end of the hash chain; its row lock orders the batches of all processes.
  {
    name: 'ledger_head',
    columns: [
      column.count('id'),
      column.count('batch_no'),
      column.text('hash', 64),
      column.time('recorded'),
      // Written by a batch at its begin and checked at its end, so that no part of it is committed without the rest.
      column.text('nonce', 24, { default: '' }),
    ],
    primaryKey: ['id'],
  },
  {
    name: 'ledger_key',
    columns: [column.text('id', 16), column.longText('sealed'), column.time('recorded')],
    primaryKey: ['id'],
  },
  // What purchases hold, sealed by the ledger. What was given back counts against no spending limit.
  {
    name: 'ledger_hold',
    columns: [
      column.id('subject'),
      column.text('kind', 16),
      column.id('account_id'),
      column.id('payer'),
      column.kobo('held_kobo'),
      column.kobo('left_kobo'),
      column.text('state', 16),
      column.text('shares', 1024),
      column.time('recorded'),
      column.text('key_id', 16),
      column.text('seal', 64),
    ],
    primaryKey: ['subject'],
    indexes: { payer: ['payer', 'recorded'] },
    checks: {
      left_of_it: 'left_kobo >= 0 AND left_kobo <= held_kobo',
    },
  },
  {
    name: 'money_request',
    columns: [
      column.id('scope'),
      column.text('action', 64),
      // An HMAC of scope, action and the key of the request.
      column.text('request_key', 43),
      column.text('digest', 64),
      column.text('state', 16),
      column.longText('answer', { isNullable: true }),
      column.id('subject', { isNullable: true }),
      column.id('journal_id', { isNullable: true }),
      // Id of the commit attempt, which tells whether a commit with a lost answer was this one.
      column.id('writer'),
      column.time('recorded'),
      // HMAC of the row, updated when a pending request is answered, so that a manipulated answer is detected.
      column.text('seal', 64),
    ],
    primaryKey: ['scope', 'action', 'request_key'],
  },
  // How far each consumer of the journals has come.
  {
    name: 'journal_cursor',
    columns: [
      column.text('consumer', 64),
      // Everything up to this journal is consumed.
      column.count('batch_no'),
      column.count('position'),
    ],
    primaryKey: ['consumer'],
  },
  // Signed heads of the chain that were written to a place outside, for receipts to name.
  {
    name: 'ledger_anchor',
    columns: [
      column.count('batch_no'),
      column.text('hash', 64),
      column.time('committed_at'),
      column.time('anchored_at'),
      column.text('key_id', 16),
      column.text('signature', 100),
    ],
    primaryKey: ['batch_no'],
  },
  // The files that hold postings of closed months.
  {
    name: 'ledger_archive',
    columns: [
      column.count('part_no'),
      column.text('month', 7),
      column.count('first_batch'),
      column.count('last_batch'),
      column.time('first_posted_at'),
      column.time('last_posted_at'),
      column.count('postings'),
      column.count('size_bytes'),
      column.text('sha256', 64),
      column.text('storage_key', 128),
      column.longText('part_index'),
      column.time('recorded'),
    ],
    primaryKey: ['part_no'],
    unique: { last_batch: ['last_batch'] },
  },
  // When the ledger was last verified, and its head last anchored.
  {
    name: 'ledger_check',
    columns: [
      column.text('name', 16),
      column.flag('is_ok'),
      column.time('checked_at'),
      // Up to which the ledger was verified, or which was anchored.
      column.count('batch_no', { default: 0 }),
      // Hash of an anchor; empty for a verification.
      column.text('hash', 64, { default: '' }),
      // The first wrong row; null where there is none.
      column.longText('detail', { isNullable: true }),
    ],
    primaryKey: ['name'],
  },
  // What the last verification of the ledger found right, encrypted, for the next one to go on from.
  {
    name: 'ledger_checkpoint',
    columns: [column.text('id', 16), column.count('batch_no'), column.longText('sealed'), column.time('recorded')],
    primaryKey: ['id'],
  },
  // Losses of acknowledged batches that operators accepted.
  {
    name: 'ledger_loss',
    columns: [
      column.id(),
      column.count('head_batch_no'),
      column.text('head_hash', 64),
      column.count('lost_batch_no'),
      column.text('lost_hash', 64),
      column.time('accepted_at'),
    ],
    primaryKey: ['id'],
  },
  {
    name: 'ledger_exception',
    columns: [
      column.text('digest', 32),
      // 1 or 2.
      column.count('place'),
      column.text('table_name', 64),
      column.text('row_key', 255),
      column.text('column_name', 64),
      column.text('expected', 1024),
      column.text('found', 1024),
      column.text('reason', 1024),
      column.text('operator', 64),
      column.time('signed_at'),
      column.text('key_id', 16),
      column.text('seal', 64),
    ],
    primaryKey: ['digest', 'place'],
  },
];

/** What makes a request the one that was asked, and what was held. */
const REQUEST = ['scope', 'action', 'request_key', 'digest', 'writer', 'recorded'];
const HOLD = ['subject', 'kind', 'payer', 'held_kobo', 'recorded'];

const ARCHIVED = 'SELECT 1 FROM ledger_archive WHERE last_batch >= OLD.batch_no AND first_batch <= OLD.batch_no';
const IS_OVER = "OLD.state IN ('voided', 'reversed') OR (OLD.state = 'posted' AND NEW.state <> 'reversed')";

/** The ledger. Journals, postings and batches are append-only, enforced by triggers, as are answered idempotency records. */
export class WalletSchema extends SchemaMigration {
  readonly name = 'WalletSchema1700000000003';
  readonly tables = TABLES;

  override readonly rest = [
    ...insertFirst('ledger_head', [{ id: 1, batch_no: 0, hash: '0'.repeat(64), recorded: 0 }]),
    ...['journal', 'ledger_batch', 'ledger_archive'].flatMap((table) => forbidChanges(table)),
    // Postings of a closed month may leave the database for the file that they are in.
    ...forbidChanges('posting', { delete: `NOT EXISTS (${ARCHIVED})` }),
    // An answer must not change or disappear: its request would be executed again.
    ...forbidChanges('money_request', { update: `NOT (OLD.state = 'pending') OR ${differ(REQUEST)}` }),
    // A hold only ends: its row of before would be paid out again.
    ...forbidChanges('ledger_hold', { update: `${IS_OVER} OR ${differ(HOLD)}` }),
  ];
}
