import { type MigrationInterface, type QueryRunner, TableIndex } from 'typeorm';

const INDEXES = {
  system_log: { system_log_status: ['status', 'recorded'] },
  deposit_payment: { deposit_payment_account: ['account_number', 'recorded'] },
} as const;

/** Open system logs, the oldest first, and payments by the account that they were paid into. */
export class StaffQueues0057 implements MigrationInterface {
  readonly name = 'StaffQueues1700000000057';

  async up(runner: QueryRunner): Promise<void> {
    for (const [table, indexes] of Object.entries(INDEXES))
      for (const [name, columnNames] of Object.entries(indexes))
        await runner.createIndex(table, new TableIndex({ name, columnNames: [...columnNames] }));
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [table, indexes] of Object.entries(INDEXES))
      for (const name of Object.keys(indexes)) await runner.dropIndex(table, name);
  }
}
