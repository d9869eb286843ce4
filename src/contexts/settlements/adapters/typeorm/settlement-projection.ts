import { Injectable } from '@nestjs/common';
import { Contributes } from '../../../../kernel/registry.js';
import { tableOf } from '../../../../platform/database/table.js';
import { JournalProjection, type ReadRows } from '../../../../ledger/index.js';
import { RECORDED_KINDS } from '../../domain/settlement.js';
import { SettlementRow } from './settlement.row.js';

const TABLE = tableOf(SettlementRow);
const READ = ['id', 'kind', 'debited', 'credited', 'amountKobo', 'createdAt'] as const;

type Row = Pick<SettlementRow, (typeof READ)[number]>;

/** Settlements repeat their journals. */
@Injectable()
@Contributes(JournalProjection)
export class SettlementProjection extends JournalProjection {
  readonly kind = RECORDED_KINDS;

  async *claims(rowsOf: ReadRows) {
    const columns = Object.fromEntries(READ.map((property) => [property, TABLE.columns(property)[0]!]));
    for await (const row of rowsOf({ table: TABLE.name, columns, order: ['id'] })) {
      const { id, kind, debited, credited, amountKobo, createdAt } = row as unknown as Row;
      yield {
        table: TABLE.name,
        key: id,
        columns: TABLE.columns(...READ),
        journalId: id,
        kind,
        postedAt: createdAt,
        amounts: [[debited, -amountKobo] as const, [credited, amountKobo] as const],
      };
    }
  }
}
