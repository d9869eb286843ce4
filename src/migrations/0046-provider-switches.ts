import type { MigrationInterface, QueryRunner } from 'typeorm';
import { column, createTable } from '../platform/database/schema.js';

/** Providers that staff switched off, or on again. */
export class ProviderSwitches0046 implements MigrationInterface {
  readonly name = 'ProviderSwitches1700000000046';

  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, {
      name: 'provider_switch',
      columns: [column.id('provider'), column.flag('is_on'), column.text('reason'), column.time('changed_at')],
      primaryKey: ['provider'],
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('provider_switch');
  }
}
