import { Injectable } from '@nestjs/common';
import { Contributes } from '../../../../kernel/registry.js';
import { tableOf } from '../../../../platform/database/table.js';
import {
  DUTIES_ACCOUNT,
  FEES_ACCOUNT,
  type JournalClaim,
  JournalProjection,
  type ReadRows,
  VAT_ACCOUNT,
  wrongCharges,
} from '../../../../ledger/index.js';
import { TransferRow } from './transfer.row.js';

const TRANSFER = tableOf(TransferRow);
const SAID = ['senderId', 'receiverId', 'amountKobo', 'feeKobo', 'dutyKobo', 'vatKobo', 'createdAt'] as const;
const PROPERTIES = ['id', 'status', 'charges', ...SAID] as const;

type SaidTransfer = Pick<TransferRow, 'id' | (typeof SAID)[number]> & {
  readonly status: string;
  readonly charges: string | null;
};

/** The id of a transfer is that of its journal. */
@Injectable()
@Contributes(JournalProjection)
export class TransferProjection extends JournalProjection {
  readonly kind = 'transfer';

  async *claims(rowsOf: ReadRows) {
    const columns = Object.fromEntries(PROPERTIES.map((property) => [property, TRANSFER.columns(property)[0]!]));
    const rows = rowsOf({
      table: TRANSFER.name,
      columns,
      order: ['id'],
    }) as AsyncIterable<unknown> as AsyncIterable<SaidTransfer>;
    for await (const row of rows) {
      const { id, status, charges } = row;
      if (status !== 'complete') yield { table: TRANSFER.name, key: id, column: 'status', expected: 'complete', found: status };
      // The sums are held against the journal.
      const wrong = wrongCharges(charges, sumsOf(row));
      if (wrong) yield { table: TRANSFER.name, key: id, column: 'charges', ...wrong };
      yield claimOf(row);
    }
  }
}

function sumsOf({ feeKobo, dutyKobo, vatKobo }: SaidTransfer) {
  return [
    [FEES_ACCOUNT, feeKobo],
    [DUTIES_ACCOUNT, dutyKobo],
    [VAT_ACCOUNT, vatKobo],
  ] as const;
}

function claimOf(transfer: SaidTransfer): JournalClaim {
  const { id, senderId, receiverId, amountKobo, createdAt } = transfer;
  const sums = sumsOf(transfer);
  const chargedKobo = sums.reduce((sum, [, kobo]) => sum + kobo, 0);
  return {
    table: TRANSFER.name,
    key: id,
    columns: TRANSFER.columns(...SAID),
    journalId: id,
    kind: 'transfer',
    subject: id,
    postedAt: createdAt,
    amounts: [[senderId, -(amountKobo + chargedKobo)], [receiverId, amountKobo], ...sums],
  };
}
