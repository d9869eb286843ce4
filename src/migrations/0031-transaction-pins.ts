import type { MigrationInterface, QueryRunner } from 'typeorm';
import { column, createTable } from '../platform/database/schema.js';

/** The PINs that confirm payments, with the wrong attempts at them. */
export class TransactionPins0031 implements MigrationInterface {
  readonly name = 'TransactionPins1700000000031';

  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, {
      name: 'transaction_pin',
      columns: [
        column.id('user_id'),
        column.id('pin_id'),
        column.longText('sealed_hash'),
        column.count('failures'),
        column.time('locked_until'),
      ],
      primaryKey: ['user_id'],
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('transaction_pin');
  }
}
