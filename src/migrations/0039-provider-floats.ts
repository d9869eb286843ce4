import type { MigrationInterface, QueryRunner } from 'typeorm';
import { column, createTable } from '../platform/database/schema.js';

/** Our balance with each biller provider, as it was last read. */
export class ProviderFloats0039 implements MigrationInterface {
  readonly name = 'ProviderFloats1700000000039';

  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, {
      name: 'provider_float',
      columns: [
        column.id('provider'),
        column.kobo('balance_kobo'),
        // Null while it is high enough.
        column.time('low_since', { isNullable: true }),
        column.time('read_at'),
      ],
      primaryKey: ['provider'],
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('provider_float');
  }
}
