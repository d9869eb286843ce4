import type { MigrationInterface, QueryRunner } from 'typeorm';
import { column, createTable, dropTrigger, forbidInserts } from '../platform/database/schema.js';

/** The key that made the hash of each batch, and the keys themselves, encrypted. */
export class KeyedChain0035 implements MigrationInterface {
  readonly name = 'KeyedChain1700000000035';

  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, {
      name: 'ledger_key',
      columns: [column.text('id', 16), column.longText('sealed'), column.time('recorded')],
      primaryKey: ['id'],
    });
    // Empty for batches from before there were keys. In SQL, because TypeORM would copy the table and lose its triggers.
    await runner.query("ALTER TABLE ledger_batch ADD COLUMN key_id varchar(16) NOT NULL DEFAULT ''");
    // A process of an older version would break the chain: its batches fail, and nothing of them is written.
    await forbidInserts(runner, 'ledger_batch', 'keyed', "NEW.key_id = ''");
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTrigger(runner, 'ledger_batch_keyed');
    await runner.query('ALTER TABLE ledger_batch DROP COLUMN key_id');
    await runner.dropTable('ledger_key');
  }
}
