import { column, createTables, dropTables, type TableDefinition } from '../platform/database/schema.js';
import { SteppedMigration } from '../platform/database/stepped-migration.js';

const TABLES: readonly TableDefinition[] = [
  {
    name: 'user_device',
    columns: [
      column.id(),
      column.id('user_id'),
      // The user while it is bound, so that there is one at a time.
      column.id('active_for', { isNullable: true }),
      // passkey | appkey
      column.text('kind', 8),
      column.text('name', 64),
      // Of the session that bound it.
      column.text('device_serial', 255),
      // Base64url.
      column.text('credential_id', 700),
      // COSE of a passkey, SPKI of an app key; base64url.
      column.longText('public_key'),
      column.count('sign_count'),
      // JSON list.
      column.longText('transports'),
      column.time('released_at'),
      column.time('recorded'),
      column.text('device_seal', 64, { isNullable: true }),
    ],
    primaryKey: ['id'],
    unique: { active: ['active_for'] },
    indexes: { user: ['user_id', 'recorded'] },
  },
  {
    name: 'device_challenge',
    columns: [
      // Random, and a part of what is signed.
      column.id(),
      column.id('user_id'),
      column.text('digest', 64),
      column.flag('is_used'),
      column.time('expires'),
    ],
    primaryKey: ['id'],
    indexes: { user: ['user_id', 'expires'], expires: ['expires'] },
  },
];

/** Devices that confirm the payments of a user, and the challenges that they sign. */
export class Devices0163 extends SteppedMigration {
  readonly name = 'Devices1700000000163';
  readonly steps = createTables(TABLES);
  readonly undo = dropTables(TABLES);
}
