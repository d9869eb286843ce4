import { column, createTables, dropTables, type TableDefinition } from '../platform/database/schema.js';
import { SteppedMigration } from '../platform/database/stepped-migration.js';

const TABLES: readonly TableDefinition[] = [
  {
    name: 'passkey',
    columns: [
      column.id(),
      column.id('user_id'),
      // Base64url; unique under 3,072 bytes in utf8mb4.
      column.text('credential_id', 700),
      // COSE, base64url.
      column.longText('public_key'),
      // What the authenticator counts; 0 where it does not.
      column.count('sign_count'),
      // JSON list.
      column.longText('transports'),
      column.text('name', 64),
      column.time('used_at', { isNullable: true }),
      column.time('recorded'),
      column.text('passkey_seal', 64, { isNullable: true }),
    ],
    primaryKey: ['id'],
    unique: { credential: ['credential_id'] },
    indexes: { user: ['user_id', 'recorded'] },
  },
  {
    name: 'passkey_challenge',
    columns: [
      column.text('digest', 64),
      column.id('user_id'),
      // create | login
      column.text('purpose', 8),
      column.time('expires'),
    ],
    primaryKey: ['digest'],
    indexes: { user: ['user_id'], expires: ['expires'] },
  },
];

/** Passkeys of staff, and the challenges that they sign. */
export class Passkeys0142 extends SteppedMigration {
  readonly name = 'Passkeys1700000000142';
  readonly steps = createTables(TABLES);
  readonly undo = dropTables(TABLES);
}
