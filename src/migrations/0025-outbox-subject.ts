import { type MigrationInterface, type QueryRunner, TableColumn, TableIndex } from 'typeorm';
import { column } from '../platform/database/schema.js';

/** What an event is about, so that events of one subject are handled in order; empty for events of earlier versions. */
export class OutboxSubject0025 implements MigrationInterface {
  readonly name = 'OutboxSubject1700000000025';

  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumn('outbox', new TableColumn(column.text('subject', 64, { default: "''" })));
    await runner.createIndex('outbox', new TableIndex({ name: 'outbox_subject', columnNames: ['subject', 'id'] }));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex('outbox', 'outbox_subject');
    await runner.dropColumn('outbox', 'subject');
  }
}
