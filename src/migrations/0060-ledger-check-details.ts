import { type MigrationInterface, type QueryRunner, TableColumn } from 'typeorm';
import { column } from '../platform/database/schema.js';

const COLUMNS = [
  // Up to which the ledger was verified, or which was anchored.
  column.count('batch_no', { default: 0 }),
  // Of an anchor; empty of a verification.
  column.text('hash', 64, { default: "''" }),
  // The first wrong row; null where there is none.
  column.longText('detail', { isNullable: true }),
];

/** What a check of the ledger found, for staff. */
export class LedgerCheckDetails0060 implements MigrationInterface {
  readonly name = 'LedgerCheckDetails1700000000060';

  async up(runner: QueryRunner): Promise<void> {
    for (const added of COLUMNS) await runner.addColumn('ledger_check', new TableColumn(added));
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { name } of COLUMNS) await runner.dropColumn('ledger_check', name);
  }
}
