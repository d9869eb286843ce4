import { column, SchemaMigration, type TableDefinition } from '../platform/database/schema.js';

const TABLES: readonly TableDefinition[] = [
  // Clustered for the list: one user's, newest first.
  {
    name: 'notice',
    columns: [column.id('user_id'), column.time('recorded'), column.id(), column.text('subject'), column.longText('message')],
    primaryKey: ['user_id', 'recorded', 'id'],
  },
  {
    name: 'push_registration',
    columns: [
      column.id(),
      column.id('user_id'),
      column.text('token_type', 64),
      column.text('push_token', 512),
      column.text('channel_id'),
      column.text('status', 16),
      column.time('recorded'),
      column.id('session_id'),
    ],
    primaryKey: ['id'],
    unique: { token: ['push_token'] },
    indexes: { user: ['user_id', 'recorded'], session: ['session_id'] },
  },
  {
    name: 'push_delivery',
    columns: [
      column.id(),
      column.text('message_key', 191),
      column.id('registration_id'),
      column.id('user_id'),
      column.text('title'),
      column.longText('body'),
      // waiting | accepted | sent | failed
      column.text('state', 16),
      column.text('ticket', 255, { isNullable: true }),
      column.time('registered', { default: 0 }),
      column.text('reason', 255, { isNullable: true }),
      column.time('recorded'),
    ],
    primaryKey: ['id'],
    unique: { message: ['message_key', 'registration_id'] },
    indexes: { state: ['state', 'id'], recorded: ['recorded'] },
  },
  {
    name: 'staff_alert',
    columns: [column.id(), column.longText('description'), column.time('mailed_at'), column.time('recorded')],
    primaryKey: ['id'],
    indexes: { mailed: ['mailed_at', 'recorded'] },
  },
];

/** Notices, push messages, and what staff are to be told by mail. */
export class NotificationsSchema extends SchemaMigration {
  readonly name = 'NotificationsSchema1700000000007';
  readonly tables = TABLES;
}
