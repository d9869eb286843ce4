import { addColumns, column, dropColumns } from '../platform/database/schema.js';
import { type Step, SteppedMigration } from '../platform/database/stepped-migration.js';

const SEALS = {
  deposit_order: 'order_seal',
  bank_match: 'match_seal',
  payout_recipient: 'recipient_seal',
  resolved_account: 'name_seal',
  tariff: 'tariff_seal',
  webhook_endpoint: 'endpoint_seal',
};

/** Adds seals to rows that say where money and webhooks go. A migration knows no key, so `rows:reseal --all` seals the rows of before. */
export class SealedDestinations0146 extends SteppedMigration {
  readonly name = 'SealedDestinations1700000000146';
  readonly steps: readonly Step[] = [
    ...Object.entries(SEALS).flatMap(([table, seal]) => addColumns(table, [column.text(seal, 64, { isNullable: true })])),
    // The lists of banks are read again, which seals what is matched.
    { name: 'forget when lists of banks were read', run: async (runner) => void (await runner.query('DELETE FROM bank_sync')) },
  ];
  readonly undo = Object.entries(SEALS).flatMap(([table, seal]) => dropColumns(table, [seal]));
}
