import { type MigrationInterface, type QueryRunner, TableColumn, TableIndex } from 'typeorm';
import { column } from '../platform/database/schema.js';

/** Test accounts are found quickly and leave the records of the statistics; phone numbers can be proved. */
export class Accounts0030 implements MigrationInterface {
  readonly name = 'Accounts1700000000030';

  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumn('user_account', new TableColumn(column.flag('phone_verified', { default: 0 })));
    await runner.createIndex('user_account', new TableIndex({ name: 'user_account_test', columnNames: ['is_test'] }));
    // `stats:rebuild` sums up what is left.
    for (const table of ['counted_user', 'active_user'])
      await runner.query(`DELETE FROM ${table} WHERE user_id IN (SELECT id FROM user_account WHERE is_test = 1)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex('user_account', 'user_account_test');
    await runner.dropColumn('user_account', 'phone_verified');
  }
}
