import type { MigrationInterface, QueryRunner } from 'typeorm';
import { column, createTables, dropTables, type TableDefinition } from '../platform/database/schema.js';

const TABLES: readonly TableDefinition[] = [
  {
    name: 'provider_switch',
    columns: [column.id('provider'), column.flag('is_on'), column.text('reason'), column.time('changed_at')],
    primaryKey: ['provider'],
  },
];

/** Providers that staff switched off, or on again. */
export class ProvidersSchema implements MigrationInterface {
  readonly name = 'ProvidersSchema1700000000020';

  async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, TABLES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, TABLES);
  }
}
