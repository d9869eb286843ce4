import { type MigrationInterface, type QueryRunner, TableColumn, TableIndex } from 'typeorm';
import { column } from '../platform/database/schema.js';

const INDEXES = {
  purchase: { purchase_recorded: ['recorded'], purchase_status: ['status', 'recorded'] },
  purchase_attempt: { purchase_attempt_ours: ['reference'] },
  purchase_answer: { purchase_answer_theirs: ['provider_reference'] },
  deposit_payment: { deposit_payment_suspense: ['order_id', 'recorded'] },
} as const;

const ANSWER_COLUMNS = [
  // The provider's own; empty where it named none.
  column.text('provider_reference', 100, { default: "''" }),
];

const PAYMENT_COLUMNS = [
  // How it left suspense: assigned, returned, or empty.
  column.text('settlement', 16, { default: "''" }),
  // The journal of that; empty where there is none.
  column.id('settlement_id', { default: "''" }),
  // To whose wallet; empty where to none.
  column.id('assigned_to', { default: "''" }),
  column.time('settled_at', { isNullable: true }),
];

/** What staff find purchases and payments in suspense by, and how a payment left suspense. */
export class BackOfficeReads0047 implements MigrationInterface {
  readonly name = 'BackOfficeReads1700000000047';

  async up(runner: QueryRunner): Promise<void> {
    for (const added of ANSWER_COLUMNS) await runner.addColumn('purchase_answer', new TableColumn(added));
    for (const added of PAYMENT_COLUMNS) await runner.addColumn('deposit_payment', new TableColumn(added));
    for (const [table, indexes] of Object.entries(INDEXES))
      for (const [name, columnNames] of Object.entries(indexes))
        await runner.createIndex(table, new TableIndex({ name, columnNames: [...columnNames] }));
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [table, indexes] of Object.entries(INDEXES))
      for (const name of Object.keys(indexes)) await runner.dropIndex(table, name);
    for (const { name } of PAYMENT_COLUMNS) await runner.dropColumn('deposit_payment', name);
    for (const { name } of ANSWER_COLUMNS) await runner.dropColumn('purchase_answer', name);
  }
}
