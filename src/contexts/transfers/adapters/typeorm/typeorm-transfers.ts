import { Injectable } from '@nestjs/common';
import { type RowInsert, COMMITTED_AT } from '../../../../kernel/row-changes.js';
import type { Page, PageRequest } from '../../../../kernel/pagination.js';
import { Database } from '../../../../platform/database/database.js';
import { placeholders } from '../../../../platform/database/placeholders.js';
import { readRowPage } from '../../../../platform/database/read-row-page.js';
import { type TransferCondition, Transfers } from '../../application/ports/transfers.js';
import type { StoredTransfer, Transfer } from '../../domain/transfer.js';
import { TransferRow } from './transfer.row.js';

const SELECT = `SELECT id, sender_id AS senderId, receiver_id AS receiverId, receiver_email AS receiverEmail,
  amount_kobo AS amountKobo, fee_kobo AS feeKobo, note, status FROM transfer`;

@Injectable()
export class TypeormTransfers extends Transfers {
  constructor(private readonly database: Database) {
    super();
  }

  toRow(transfer: Transfer): RowInsert {
    return {
      table: 'transfer',
      values: {
        id: transfer.id,
        sender_id: transfer.senderId,
        receiver_id: transfer.receiverId,
        receiver_email: transfer.receiverEmail,
        amount_kobo: transfer.amountKobo,
        fee_kobo: transfer.feeKobo,
        note: transfer.note,
        status: transfer.status,
        recorded: COMMITTED_AT,
      },
    };
  }

  async find(ids: readonly string[]): Promise<Map<string, Transfer>> {
    const rows = await this.database.rowsOnce<Transfer>(`${SELECT} WHERE id IN (${placeholders(ids)})`, ids);
    return new Map(rows.map((row) => [row.id, row]));
  }

  list(conditions: readonly TransferCondition[], page: PageRequest): Promise<Page<StoredTransfer>> {
    return readRowPage(this.database.repository(TransferRow), conditions, page);
  }
}
