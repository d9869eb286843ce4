import { Injectable } from '@nestjs/common';
import { Contributes } from '../../../../kernel/registry.js';
import { tableOf } from '../../../../platform/database/table.js';
import { JournalProjection, providerClearing, providerCosts, type ReadRows } from '../../../../ledger/index.js';
import { PayoutAttemptRow } from './payout.rows.js';

const TABLE = tableOf(PayoutAttemptRow);
const READ = ['id', 'payoutId', 'provider', 'lateCostKobo', 'lateCostId'] as const;

type Row = Pick<PayoutAttemptRow, (typeof READ)[number]>;

/** Attempts repeat the journals of fees that were told after the end. */
@Injectable()
@Contributes(JournalProjection)
export class LaterFeeProjection extends JournalProjection {
  readonly kind = 'payout_fee';

  async *claims(rowsOf: ReadRows) {
    const columns = Object.fromEntries(READ.map((property) => [property, TABLE.columns(property)[0]!]));
    for await (const row of rowsOf({ table: TABLE.name, columns, order: ['id'] })) {
      const { id, payoutId, provider, lateCostKobo, lateCostId } = row as unknown as Row;
      const said = { table: TABLE.name, key: id };
      if (lateCostId !== '')
        yield {
          ...said,
          columns: TABLE.columns('payoutId', 'provider', 'lateCostId', 'lateCostKobo'),
          journalId: lateCostId,
          kind: 'payout_fee',
          subject: payoutId,
          amounts: [[providerCosts(provider), -lateCostKobo] as const, [providerClearing(provider), lateCostKobo] as const],
        };
      else if (lateCostKobo !== 0) yield { ...said, column: 'late_cost_kobo', expected: '0', found: String(lateCostKobo) };
    }
  }
}
