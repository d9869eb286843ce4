import { type MigrationInterface, type QueryRunner, TableColumn } from 'typeorm';

/** Written by each batch at its begin and checked at its end, so that no part of a batch is committed without the rest. */
export class LedgerHeadNonce0019 implements MigrationInterface {
  readonly name = 'LedgerHeadNonce1700000000019';

  async up(runner: QueryRunner): Promise<void> {
    const column = new TableColumn({ name: 'nonce', type: 'varchar', length: '24', default: "''" });
    await runner.addColumn('ledger_head', column);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('ledger_head', 'nonce');
  }
}
