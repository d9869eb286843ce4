import type { MigrationInterface, QueryRunner } from 'typeorm';
import { column, createTable } from '../platform/database/schema.js';

/** By how much the clock of the sandbox is ahead; without a row it is not. */
export class SandboxClock0054 implements MigrationInterface {
  readonly name = 'SandboxClock1700000000054';

  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, {
      name: 'sandbox_clock',
      columns: [column.id('id'), column.time('ahead_ms')],
      primaryKey: ['id'],
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('sandbox_clock');
  }
}
