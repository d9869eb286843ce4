import { column, SchemaMigration, type TableDefinition } from '../platform/database/schema.js';

const TABLES: readonly TableDefinition[] = [
  {
    name: 'outbox',
    columns: [
      column.id(),
      column.text('name', 64),
      column.longText('data'),
      column.time('recorded'),
      // 0 until the relay has queued it; then when it did, so that a lost job is queued again.
      column.time('queued_at', { default: 0 }),
      // Events of one subject are handled in order.
      column.text('subject', 64, { default: '' }),
    ],
    primaryKey: ['id'],
    indexes: { queued: ['queued_at', 'id'], subject: ['subject', 'id'] },
  },
  {
    name: 'job',
    columns: [
      column.id(),
      column.text('name', 64),
      column.text('job_key', 191),
      column.longText('data'),
      // waiting | exhausted; a running job is not marked, so that after a crash it is still waiting.
      column.text('state', 16),
      column.time('run_at'),
      column.count('attempts', { default: 0 }),
      column.longText('last_error', { isNullable: true }),
      column.time('recorded'),
      // The process that runs it.
      column.text('claimed_by', 40, { default: '' }),
      // How many processes ended while they held it.
      column.count('crashes', { default: 0 }),
    ],
    primaryKey: ['id'],
    unique: { key: ['name', 'job_key'] },
    indexes: { due: ['name', 'state', 'run_at'] },
  },
  {
    name: 'lease',
    columns: [column.text('name', 64), column.text('holder', 64), column.time('until'), column.time('done_at', { default: 0 })],
    primaryKey: ['name'],
  },
  {
    name: 'mail',
    columns: [
      column.id(),
      column.text('mail_key', 191),
      // The rendered mail (recipient, subject, bodies), encrypted because it may hold a verification code. Emptied once sent.
      column.longText('sealed'),
      column.text('template', 64),
      // waiting | sent | failed
      column.text('state', 16),
      column.count('attempts', { default: 0 }),
      column.text('last_error', 255, { isNullable: true }),
      column.time('recorded'),
      column.time('sent_at', { isNullable: true }),
      column.text('class', 16, { default: 'other' }),
    ],
    primaryKey: ['id'],
    unique: { key: ['mail_key'] },
    indexes: { state: ['state', 'recorded'] },
  },
  // Failed answers of status 5xx by their reference.
  {
    name: 'fault',
    columns: [
      column.text('reference', 8),
      column.text('action', 64),
      column.count('status'),
      column.text('failure', 64),
      column.text('error', 128),
      column.text('place'),
      column.time('recorded'),
    ],
    primaryKey: ['reference'],
    indexes: { recorded: ['recorded'] },
  },
  // By how much the clock of the sandbox is ahead; without a row it is not.
  {
    name: 'sandbox_clock',
    columns: [column.id(), column.time('ahead_ms')],
    primaryKey: ['id'],
  },
  // The backups that were made, counted outside of their stores.
  {
    name: 'backup_number',
    columns: [
      column.count('number'),
      column.text('backup', 64),
      // Without credentials.
      column.text('place', 1024),
      column.time('begun_at'),
      // 0 until its manifest was written.
      column.time('finished_at', { default: 0 }),
    ],
    primaryKey: ['number'],
  },
];

/** The outbox, the embedded job queue, leases of periodic work, outgoing mail, failed answers, the sandbox's clock, and backups. */
export class PlatformSchema extends SchemaMigration {
  readonly name = 'PlatformSchema1700000000001';
  readonly tables = TABLES;
}
