import { type MigrationInterface, type QueryRunner, TableIndex } from 'typeorm';
import { column, createTable, forbid } from '../platform/database/schema.js';

/** Whose records staff read. Rows cannot be changed, nor removed in their first 399 days. */
export class StaffReads0032 implements MigrationInterface {
  readonly name = 'StaffReads1700000000032';

  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, {
      name: 'staff_read',
      columns: [
        column.id(),
        column.id('staff_id'),
        column.text('action', 64),
        column.text('subject', 128),
        column.longText('parameters'),
        column.text('ip', 64),
        column.time('recorded'),
      ],
      primaryKey: ['id'],
      indexes: {
        recorded: ['recorded'],
        staff: ['staff_id', 'recorded'],
        subject: ['subject', 'recorded'],
        action: ['action', 'recorded'],
      },
    });
    await keepReads(runner);
    await runner.createIndex('staff_audit', AUDIT_BY_ACTION);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex('staff_audit', AUDIT_BY_ACTION);
    await runner.dropTable('staff_read');
  }
}

const AUDIT_BY_ACTION = new TableIndex({ name: 'staff_audit_action', columnNames: ['action', 'recorded'] });

async function keepReads(runner: QueryRunner): Promise<void> {
  const mysql = runner.dataSource.options.type !== 'better-sqlite3';
  const now = mysql ? 'UNIX_TIMESTAMP()' : "unixepoch('now')";
  const message = 'staff_read is append-only';
  await forbid(runner, { table: 'staff_read', event: 'UPDATE', condition: '1 = 1', message });
  const isYoung = `OLD.recorded > (${now} - 399 * 86400) * 1000`;
  await forbid(runner, { table: 'staff_read', event: 'DELETE', condition: isYoung, message });
}
