import { type MigrationInterface, type QueryRunner, TableColumn, TableIndex } from 'typeorm';
import { column } from '../platform/database/schema.js';

/**
 * Sessions with a MAC, activity and numbered secrets; push registrations that belong to a session; since when an account's
 * devices are trusted. Sessions from before have no MAC and are refused: their users sign in again.
 */
export class Sessions0027 implements MigrationInterface {
  readonly name = 'Sessions1700000000027';

  async up(runner: QueryRunner): Promise<void> {
    for (const added of [
      column.text('ip', 64, { default: "''" }),
      column.id('login_id', { isNullable: true }),
      column.time('active_at', { default: 0 }),
      column.count('rotation', { default: 0 }),
      column.text('mac', 64, { default: "''" }),
    ])
      await runner.addColumn('session', new TableColumn(added));
    await runner.createIndex('session', new TableIndex({ name: 'session_active', columnNames: ['active_at'] }));
    // Null where the device was registered by an earlier version.
    await runner.addColumn('push_registration', new TableColumn(column.id('session_id', { isNullable: true })));
    const sessionIndex = { name: 'push_registration_session', columnNames: ['session_id'] };
    await runner.createIndex('push_registration', new TableIndex(sessionIndex));
    await runner.addColumn('user_account', new TableColumn(column.time('devices_trusted_from', { default: 0 })));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('user_account', 'devices_trusted_from');
    await runner.dropIndex('push_registration', 'push_registration_session');
    await runner.dropColumn('push_registration', 'session_id');
    await runner.dropIndex('session', 'session_active');
    for (const name of ['mac', 'rotation', 'active_at', 'login_id', 'ip']) await runner.dropColumn('session', name);
  }
}
