import { column, SchemaMigration, type TableDefinition } from '../platform/database/schema.js';

const TABLES: readonly TableDefinition[] = [
  {
    name: 'staff_profile',
    columns: [
      column.id(),
      column.text('email'),
      column.text('first_name'),
      column.text('last_name'),
      column.text('agent_name', 64),
      column.text('tracking_id', 32),
      column.longText('grants'),
      // invited | active | inactive
      column.text('status', 16),
      // A digest; null once the registration id is used.
      column.text('registration_digest', 64, { isNullable: true }),
      column.time('registration_expires', { isNullable: true }),
      // Encrypted.
      column.text('totp_secret'),
      column.time('recorded'),
      column.id('user_id', { isNullable: true }),
      column.text('phone', 32, { isNullable: true }),
      column.text('role', 255, { isNullable: true }),
      column.text('department', 255, { isNullable: true }),
      column.longText('bio', { isNullable: true }),
      column.text('officer_name', 255, { isNullable: true }),
      // The last time step whose code was used.
      column.count('totp_step', { default: 0 }),
      column.text('profile_seal', 64, { isNullable: true }),
    ],
    primaryKey: ['id'],
    unique: {
      registration: ['registration_digest'],
      tracking: ['tracking_id'],
      agent: ['agent_name'],
      email: ['email'],
      user: ['user_id'],
    },
    indexes: { recorded: ['recorded'] },
  },
  {
    name: 'test_user',
    columns: [
      column.id(),
      column.id('user_id'),
      column.longText('sealed_password'),
      column.text('password_digest', 64),
      column.text('device_type'),
      column.text('device_serial'),
      column.text('device_name'),
      // active | archive
      column.text('status', 16),
      column.time('recorded'),
    ],
    primaryKey: ['id'],
    unique: { user: ['user_id'], password: ['password_digest'] },
    indexes: { recorded: ['recorded'], status: ['status', 'recorded'] },
  },
];

export class StaffSchema extends SchemaMigration {
  readonly name = 'StaffSchema1700000000010';
  readonly tables = TABLES;
}
