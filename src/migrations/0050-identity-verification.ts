import { type MigrationInterface, type QueryRunner, TableColumn } from 'typeorm';
import { column } from '../platform/database/schema.js';

/** Whether a user's identity is verified. */
export class IdentityVerification0050 implements MigrationInterface {
  readonly name = 'IdentityVerification1700000000050';

  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumn('user_account', new TableColumn(column.flag('identity_verified', { default: 0 })));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('user_account', 'identity_verified');
  }
}
