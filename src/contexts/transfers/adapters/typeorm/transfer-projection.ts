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
} from '../../../../ledger/index.js';
import { TransferRow } from './transfer.row.js';

const TRANSFER = tableOf(TransferRow);
const SAID = ['senderId', 'receiverId', 'amountKobo', 'feeKobo', 'dutyKobo', 'vatKobo', 'createdAt'] as const;
const PROPERTIES = ['id', 'status', ...SAID] as const;

type SaidTransfer = Pick<TransferRow, 'id' | (typeof SAID)[number]> & { readonly status: string };

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
      const { id, status } = row;
      if (status !== 'complete') yield { table: TRANSFER.name, key: id, column: 'status', expected: 'complete', found: status };
      yield claimOf(row);
    }
  }
}

function claimOf({ id, senderId, receiverId, amountKobo, feeKobo, dutyKobo, vatKobo, createdAt }: SaidTransfer): JournalClaim {
  return {
    table: TRANSFER.name,
    key: id,
    columns: TRANSFER.columns(...SAID),
    journalId: id,
    kind: 'transfer',
    subject: id,
    postedAt: createdAt,
    amounts: [
      [senderId, -(amountKobo + feeKobo + dutyKobo + vatKobo)],
      [receiverId, amountKobo],
      [FEES_ACCOUNT, feeKobo],
      [DUTIES_ACCOUNT, dutyKobo],
      [VAT_ACCOUNT, vatKobo],
    ],
  };
}
