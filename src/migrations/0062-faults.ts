import type { MigrationInterface, QueryRunner } from 'typeorm';
import { column, createTable } from '../platform/database/schema.js';

/** Failed answers of status 5xx by their reference. */
export class Faults0062 implements MigrationInterface {
  readonly name = 'Faults1700000000062';

  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, {
      name: 'fault',
      columns: [
        column.text('reference', 8),
        column.text('action', 64),
        column.count('status'),
        column.text('failure', 64),
        column.text('error', 128),
        column.text('place', 255),
        column.time('recorded'),
      ],
      primaryKey: ['reference'],
      indexes: { recorded: ['recorded'] },
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('fault');
  }
}
