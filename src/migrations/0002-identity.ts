import type { MigrationInterface, QueryRunner } from 'typeorm';
import { column, createTable } from '../platform/database/schema.js';

/** Accounts, sessions, passwords, verification codes and logins. */
export class Identity0002 implements MigrationInterface {
  readonly name = 'Identity1700000000002';

  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, {
      name: 'user_account',
      columns: [
        column.id(),
        column.text('email'),
        column.text('username'),
        column.text('first_name'),
        column.text('last_name'),
        column.text('phone_number', 32),
        // Null for users who only sign in with Google.
        column.text('password_hash', 255, { isNullable: true }),
        column.flag('email_verified'),
        column.text('reference_id', 8),
        column.id('referrer_id', { isNullable: true }),
        column.flag('is_test'),
        column.text('status', 16),
        column.time('active_at'),
        column.time('recorded'),
      ],
      primaryKey: ['id'],
      unique: { email: ['email'], reference: ['reference_id'] },
      indexes: { referrer: ['referrer_id'] },
    });
    await createTable(runner, {
      name: 'password_history',
      columns: [column.id(), column.id('user_id'), column.text('password_hash')],
      primaryKey: ['id'],
      indexes: { user: ['user_id', 'id'] },
    });
    await createTable(runner, {
      name: 'session',
      columns: [
        column.id(),
        column.id('user_id'),
        column.text('public_key', 64),
        // Encrypted, with the session's id as associated data.
        column.text('secret'),
        // JSON array of {secret, until}: replaced secrets that are valid a little longer, encrypted alike.
        column.longText('previous'),
        column.text('device_serial'),
        column.text('device_type'),
        column.text('device_name'),
        column.longText('grants', { isNullable: true }),
        column.time('expires'),
        column.time('recorded'),
      ],
      primaryKey: ['id'],
      unique: { key: ['public_key'], device: ['user_id', 'device_serial'] },
      indexes: { expires: ['expires'] },
    });
    await createTable(runner, {
      name: 'verification_code',
      columns: [
        column.text('email'),
        column.id(),
        column.text('digest', 64),
        column.count('tries'),
        column.flag('used'),
        // JSON array of the times of codes sent to this address within the hour.
        column.text('sent'),
        column.time('expires'),
      ],
      primaryKey: ['email'],
      indexes: { expires: ['expires'] },
    });
    await createTable(runner, {
      name: 'failed_login',
      columns: [column.text('attempt', 64), column.count('failures'), column.time('last_at')],
      primaryKey: ['attempt'],
      indexes: { last: ['last_at'] },
    });
    await createTable(runner, {
      name: 'login_record',
      columns: [
        column.id(),
        column.id('user_id'),
        column.text('ip', 64),
        column.text('city'),
        column.text('country'),
        column.text('device_name'),
        column.text('device_type'),
        column.text('device_serial'),
        column.text('outcome', 16),
        column.time('recorded'),
      ],
      primaryKey: ['id'],
      indexes: { user: ['user_id', 'recorded'], device: ['user_id', 'device_serial'] },
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    const tables = ['login_record', 'failed_login', 'verification_code', 'session', 'password_history', 'user_account'];
    for (const table of tables) await runner.dropTable(table);
  }
}
