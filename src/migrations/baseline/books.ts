import type { FrozenTable } from '../../platform/database/table-definition.js';

/** The ledger, and how it is compared with banks and providers. */
export const BOOKS_TABLES: readonly FrozenTable[] = [
  {
    name: 'ledger_account',
    columns: `
      id varchar(40) NOT NULL, kind varchar(8) NOT NULL, balance_kobo bigint NOT NULL DEFAULT 0,
      seq bigint NOT NULL DEFAULT 0, recorded bigint NOT NULL,
      PRIMARY KEY (id)`,
    checks: { wallet_not_below_zero: "balance_kobo >= 0 OR kind = 'system'" },
  },
  {
    name: 'posting',
    columns: `
      account_id varchar(40) NOT NULL, recorded bigint NOT NULL, seq bigint NOT NULL, journal_id varchar(40) NOT NULL,
      batch_no bigint NOT NULL, line bigint NOT NULL, amount_kobo bigint NOT NULL, balance_kobo bigint NOT NULL,
      kind varchar(16) NOT NULL, note varchar(255) NOT NULL,
      PRIMARY KEY (account_id, recorded, seq)`,
    unique: { batch_line: ['batch_no', 'line'] },
  },
  {
    name: 'journal',
    columns: `
      batch_no bigint NOT NULL, position bigint NOT NULL, id varchar(40) NOT NULL, kind varchar(16) NOT NULL,
      subject varchar(40) NOT NULL, recorded bigint NOT NULL, request varchar(43) NOT NULL,
      PRIMARY KEY (batch_no, position)`,
    unique: { id: ['id'] },
  },
  {
    name: 'ledger_batch',
    columns: `
      batch_no bigint NOT NULL, journals bigint NOT NULL, hash varchar(64) NOT NULL, recorded bigint NOT NULL,
      key_id varchar(16) NOT NULL,
      PRIMARY KEY (batch_no)`,
  },
  {
    name: 'ledger_head',
    columns: `
      id bigint NOT NULL, batch_no bigint NOT NULL, hash varchar(64) NOT NULL, recorded bigint NOT NULL,
      nonce varchar(24) NOT NULL DEFAULT '', blocks_no bigint NOT NULL DEFAULT 0,
      PRIMARY KEY (id)`,
  },
  {
    name: 'ledger_key',
    columns: `id varchar(16) NOT NULL, sealed text NOT NULL, recorded bigint NOT NULL, PRIMARY KEY (id)`,
  },
  {
    name: 'ledger_hold',
    columns: `
      subject varchar(40) NOT NULL, kind varchar(16) NOT NULL, account_id varchar(40) NOT NULL, payer varchar(40) NOT NULL,
      held_kobo bigint NOT NULL, left_kobo bigint NOT NULL, state varchar(16) NOT NULL, shares varchar(1024) NOT NULL,
      recorded bigint NOT NULL, key_id varchar(16) NOT NULL, seal varchar(64) NOT NULL,
      terms varchar(64) NOT NULL DEFAULT '', version bigint NOT NULL DEFAULT 0,
      PRIMARY KEY (subject)`,
    indexes: { open: ['state', 'subject'], payer: ['payer', 'recorded'] },
    checks: { left_of_it: 'left_kobo >= 0 AND left_kobo <= held_kobo' },
  },
  {
    name: 'money_request',
    columns: `
      scope varchar(40) NOT NULL, action varchar(64) NOT NULL, request_key varchar(43) NOT NULL,
      digest varchar(64) NOT NULL, state varchar(16) NOT NULL, answer text, subject varchar(40), journal_id varchar(40),
      writer varchar(40) NOT NULL, recorded bigint NOT NULL, seal varchar(64) NOT NULL,
      PRIMARY KEY (scope, action, request_key)`,
    indexes: { recorded: ['recorded'] },
  },
  {
    name: 'journal_cursor',
    columns: `consumer varchar(64) NOT NULL, batch_no bigint NOT NULL, position bigint NOT NULL, PRIMARY KEY (consumer)`,
  },
  {
    name: 'ledger_anchor',
    columns: `
      batch_no bigint NOT NULL, hash varchar(64) NOT NULL, committed_at bigint NOT NULL, anchored_at bigint NOT NULL,
      key_id varchar(16) NOT NULL, signature varchar(100) NOT NULL,
      PRIMARY KEY (batch_no)`,
  },
  {
    name: 'ledger_archive',
    columns: `
      part_no bigint NOT NULL, month varchar(7) NOT NULL, first_batch bigint NOT NULL, last_batch bigint NOT NULL,
      first_posted_at bigint NOT NULL, last_posted_at bigint NOT NULL, postings bigint NOT NULL, size_bytes bigint NOT NULL,
      sha256 varchar(64) NOT NULL, storage_key varchar(128) NOT NULL, part_index text NOT NULL, recorded bigint NOT NULL,
      PRIMARY KEY (part_no)`,
    unique: { last_batch: ['last_batch'] },
  },
  {
    name: 'ledger_check',
    columns: `
      name varchar(16) NOT NULL, is_ok smallint NOT NULL, checked_at bigint NOT NULL, batch_no bigint NOT NULL DEFAULT 0,
      hash varchar(64) NOT NULL DEFAULT '', detail text,
      PRIMARY KEY (name)`,
  },
  {
    name: 'ledger_checkpoint',
    columns: `
      id varchar(16) NOT NULL, batch_no bigint NOT NULL, sealed text NOT NULL, recorded bigint NOT NULL,
      PRIMARY KEY (id)`,
  },
  {
    name: 'ledger_loss',
    columns: `
      id varchar(40) NOT NULL, head_batch_no bigint NOT NULL, head_hash varchar(64) NOT NULL, lost_batch_no bigint NOT NULL,
      lost_hash varchar(64) NOT NULL, accepted_at bigint NOT NULL,
      PRIMARY KEY (id)`,
  },
  {
    name: 'ledger_exception',
    columns: `
      digest varchar(32) NOT NULL, place bigint NOT NULL, table_name varchar(64) NOT NULL, row_key varchar(255) NOT NULL,
      column_name varchar(64) NOT NULL, expected varchar(1024) NOT NULL, found varchar(1024) NOT NULL,
      reason varchar(1024) NOT NULL, operator varchar(64) NOT NULL, signed_at bigint NOT NULL, key_id varchar(16) NOT NULL,
      seal varchar(64) NOT NULL,
      PRIMARY KEY (digest, place)`,
  },
  {
    name: 'tariff',
    columns: `
      id varchar(40) NOT NULL, kind varchar(16) NOT NULL, subject varchar(96) NOT NULL, name varchar(100) NOT NULL,
      from_ms bigint NOT NULL, until_ms bigint, terms text NOT NULL, recorded bigint NOT NULL, tariff_seal varchar(64),
      PRIMARY KEY (id)`,
  },
  {
    name: 'reconciliation',
    columns: `
      id varchar(40) NOT NULL, provider varchar(40) NOT NULL, day varchar(10) NOT NULL, run_id varchar(40) NOT NULL,
      status varchar(16) NOT NULL, ours bigint NOT NULL, theirs bigint NOT NULL, matched bigint NOT NULL,
      missing_here bigint NOT NULL, missing_there bigint NOT NULL, differing bigint NOT NULL,
      difference_kobo bigint NOT NULL, recorded bigint NOT NULL,
      PRIMARY KEY (id)`,
    indexes: {
      status: ['status', 'recorded'],
      provider: ['provider', 'recorded'],
      day: ['day', 'recorded'],
      recorded: ['recorded'],
    },
  },
  {
    name: 'reconciliation_difference',
    columns: `
      id varchar(40) NOT NULL, reconciliation_id varchar(40) NOT NULL, run_id varchar(40) NOT NULL,
      kind varchar(16) NOT NULL, reference varchar(100) NOT NULL, transaction_id varchar(100) NOT NULL, ours_kobo bigint,
      theirs_kobo bigint, our_status varchar(16) NOT NULL, their_status varchar(64) NOT NULL, our_time bigint,
      their_time bigint, note varchar(64) NOT NULL, digest varchar(40) NOT NULL, recorded bigint NOT NULL,
      PRIMARY KEY (id)`,
    indexes: {
      digest: ['run_id', 'digest'],
      reference: ['run_id', 'kind', 'reference'],
      page: ['reconciliation_id', 'run_id', 'recorded'],
    },
  },
  {
    name: 'proposal',
    columns: `
      id varchar(40) NOT NULL, kind varchar(32) NOT NULL, subject varchar(64) NOT NULL, details text NOT NULL,
      sealed_token text NOT NULL, user_id varchar(40) NOT NULL, amount_kobo bigint NOT NULL, reason text NOT NULL,
      approvals bigint NOT NULL, status varchar(16) NOT NULL, proposed_by varchar(40) NOT NULL,
      approved_by varchar(40) NOT NULL, decided_by varchar(40) NOT NULL, comment text NOT NULL, decided_at bigint,
      recorded bigint NOT NULL, proposal_seal varchar(64),
      PRIMARY KEY (id)`,
    indexes: {
      proposer: ['proposed_by', 'recorded'],
      user: ['user_id', 'status'],
      decided: ['status', 'decided_at'],
      subject: ['subject', 'status'],
      status: ['status', 'recorded'],
      recorded: ['recorded'],
    },
    checks: {
      first_approver: 'approved_by <> proposed_by',
      decider: 'decided_by <> proposed_by',
      approvals:
        "status <> 'executed' OR (decided_by <> '' AND decided_by <> approved_by AND (approvals = 1 OR approved_by <> ''))",
    },
  },
  {
    name: 'proposal_participant',
    columns: `user_id varchar(40) NOT NULL, decisions bigint NOT NULL DEFAULT 0, PRIMARY KEY (user_id)`,
  },
  {
    name: 'settlement',
    columns: `
      id varchar(40) NOT NULL, kind varchar(16) NOT NULL, provider varchar(40) NOT NULL, debited varchar(64) NOT NULL,
      credited varchar(64) NOT NULL, account varchar(16) NOT NULL, bank varchar(24) NOT NULL, amount_kobo bigint NOT NULL,
      reference varchar(64) NOT NULL, valued varchar(10) NOT NULL, recorded bigint NOT NULL,
      PRIMARY KEY (id)`,
    unique: { reference: ['reference'] },
    indexes: {
      bank: ['bank', 'recorded'],
      provider: ['provider', 'recorded'],
      kind: ['kind', 'recorded'],
      recorded: ['recorded'],
    },
  },
  {
    name: 'bank_statement',
    columns: `
      id varchar(40) NOT NULL, bank varchar(24) NOT NULL, first_day varchar(10) NOT NULL, last_day varchar(10) NOT NULL,
      opening_kobo bigint NOT NULL, closing_kobo bigint NOT NULL, line_count bigint NOT NULL, digest varchar(64) NOT NULL,
      recorded bigint NOT NULL,
      PRIMARY KEY (id)`,
    indexes: { period: ['bank', 'last_day'], bank: ['bank', 'recorded'], recorded: ['recorded'] },
  },
  {
    name: 'bank_statement_line',
    columns: `
      id varchar(40) NOT NULL, statement_id varchar(40) NOT NULL, bank varchar(24) NOT NULL, position bigint NOT NULL,
      day varchar(10) NOT NULL, amount_kobo bigint NOT NULL, reference varchar(100) NOT NULL,
      description varchar(255) NOT NULL, settlement_id varchar(40) NOT NULL, recorded bigint NOT NULL,
      PRIMARY KEY (id)`,
    indexes: { settlement: ['settlement_id'], statement: ['statement_id', 'recorded'] },
  },
  {
    name: 'stated_balance',
    columns: `
      id varchar(40) NOT NULL, provider varchar(40) NOT NULL, day varchar(10) NOT NULL, amount_kobo bigint NOT NULL,
      recorded bigint NOT NULL,
      PRIMARY KEY (id)`,
    indexes: { day: ['day'] },
  },
  {
    name: 'safeguarding_block',
    columns: `
      day varchar(10) NOT NULL, position bigint NOT NULL, first_user varchar(40) NOT NULL, last_user varchar(40) NOT NULL,
      wallets bigint NOT NULL, hash varchar(64) NOT NULL, recorded bigint NOT NULL,
      PRIMARY KEY (day, position)`,
  },
  {
    name: 'ledger_block',
    columns: `account_id varchar(40) NOT NULL, version bigint NOT NULL, blocks text NOT NULL, PRIMARY KEY (account_id)`,
  },
];
