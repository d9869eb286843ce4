import { type MigrationInterface, type QueryRunner, TableColumn, TableIndex } from 'typeorm';
import { column, createTable, forbidChanges } from '../platform/database/schema.js';

/** Registration data, audit records, test users, and indexes for lists of users and deposits. */
export class Staff0015 implements MigrationInterface {
  readonly name = 'Staff1700000000015';

  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, {
      name: 'staff_audit',
      columns: [
        column.id(),
        column.id('staff_id'),
        column.text('action', 64),
        column.text('subject', 128),
        column.longText('before_change', { isNullable: true }),
        column.longText('after_change', { isNullable: true }),
        column.text('ip', 64),
        column.time('recorded'),
      ],
      primaryKey: ['id'],
      indexes: {
        recorded: ['recorded'],
        staff: ['staff_id', 'recorded'],
        subject: ['subject', 'recorded'],
      },
    });
    await forbidChanges(runner, 'staff_audit');
    await createTable(runner, {
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
    });
    await runner.addColumns(
      'staff_profile',
      PROFILE_COLUMNS.map((each) => new TableColumn(each)),
    );
    for (const { table, index } of INDEXES) await runner.createIndex(table, new TableIndex(index));
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { table, index } of INDEXES) await runner.dropIndex(table, index.name);
    await runner.dropColumns(
      'staff_profile',
      PROFILE_COLUMNS.map(({ name }) => name),
    );
    await runner.dropTable('test_user');
    await runner.dropTable('staff_audit');
  }
}

const PROFILE_COLUMNS = [
  column.id('user_id', { isNullable: true }),
  column.text('phone', 32, { isNullable: true }),
  column.text('role', 255, { isNullable: true }),
  column.text('department', 255, { isNullable: true }),
  column.longText('bio', { isNullable: true }),
  column.text('officer_name', 255, { isNullable: true }),
  // The last time step whose code was used.
  column.count('totp_step', { default: 0 }),
];

const INDEXES = [
  { table: 'staff_profile', index: { name: 'staff_profile_user', columnNames: ['user_id'], isUnique: true } },
  { table: 'staff_profile', index: { name: 'staff_profile_recorded', columnNames: ['recorded'] } },
  { table: 'user_account', index: { name: 'user_account_recorded', columnNames: ['recorded'] } },
  { table: 'user_account', index: { name: 'user_account_phone', columnNames: ['phone_number', 'recorded'] } },
  { table: 'user_account', index: { name: 'user_account_status', columnNames: ['status', 'recorded'] } },
  { table: 'login_record', index: { name: 'login_record_country', columnNames: ['country', 'user_id'] } },
  { table: 'deposit_order', index: { name: 'deposit_order_recorded', columnNames: ['recorded'] } },
  { table: 'deposit_order', index: { name: 'deposit_order_status', columnNames: ['status', 'recorded'] } },
];
