import { type MigrationInterface, type QueryRunner, TableIndex } from 'typeorm';

const COLUMNS = { subject: 'varchar(64)', sequence_no: 'bigint' };
/** Rows without a subject are not in conflict, because their values are null. */
const INDEX = new TableIndex({
  name: 'webhook_sequence',
  columnNames: ['partner', 'subject', 'sequence_no'],
  isUnique: true,
});

/**
 * Numbers the webhooks of a subject at an endpoint. Repeatable, because MySQL commits each DDL statement by itself. Webhooks that are
 * in the table, and those of older processes, have no subject and wait for nothing.
 */
export class WebhookOrder0065 implements MigrationInterface {
  readonly name = 'WebhookOrder1700000000065';

  /** By statements, because TypeORM would copy the table on SQLite, where a trigger names it. */
  async up(runner: QueryRunner): Promise<void> {
    for (const [name, type] of Object.entries(COLUMNS))
      if (!(await runner.hasColumn('webhook', name))) await runner.query(`ALTER TABLE webhook ADD COLUMN ${name} ${type}`);
    await runner.dropIndex('webhook', INDEX.name!, true);
    await runner.createIndex('webhook', INDEX);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex('webhook', INDEX.name!);
    for (const name of Object.keys(COLUMNS)) await runner.query(`ALTER TABLE webhook DROP COLUMN ${name}`);
  }
}
