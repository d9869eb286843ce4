import { type MigrationInterface, type QueryRunner, TableColumn } from 'typeorm';
import { column, createTable } from '../platform/database/schema.js';

/** The Google account that signs in to an account, and the ID tokens that were accepted. */
export class GoogleAccounts0029 implements MigrationInterface {
  readonly name = 'GoogleAccounts1700000000029';

  async up(runner: QueryRunner): Promise<void> {
    // Null until the first login with Google, so also for everybody from before.
    await runner.addColumn('user_account', new TableColumn(column.text('google_sub', 255, { isNullable: true })));
    await createTable(runner, {
      name: 'used_id_token',
      columns: [column.text('digest', 64), column.time('expires')],
      primaryKey: ['digest'],
      indexes: { expires: ['expires'] },
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('used_id_token');
    await runner.dropColumn('user_account', 'google_sub');
  }
}
