import { type MigrationInterface, type QueryRunner, TableIndex } from 'typeorm';

const COLUMN = 'proved_phone';
const INDEX = new TableIndex({ name: 'user_account_proved_phone', columnNames: [COLUMN], isUnique: true });

/**
 * The number that an account proved, of one account at a time. Numbers that were proved before stay out of the column; whoever
 * proves one looks for them too.
 */
export class ProvedPhones0070 implements MigrationInterface {
  readonly name = 'ProvedPhones1700000000070';

  /** Repeatable, because MySQL commits each DDL statement by itself. */
  async up(runner: QueryRunner): Promise<void> {
    if (!(await runner.hasColumn('user_account', COLUMN)))
      await runner.query(`ALTER TABLE user_account ADD COLUMN ${COLUMN} varchar(32)`);
    await runner.dropIndex('user_account', INDEX.name!, true);
    await runner.createIndex('user_account', INDEX);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex('user_account', INDEX.name!);
    await runner.query(`ALTER TABLE user_account DROP COLUMN ${COLUMN}`);
  }
}
