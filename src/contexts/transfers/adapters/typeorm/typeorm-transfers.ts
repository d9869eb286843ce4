import { Injectable } from '@nestjs/common';
import { type RowInsert, COMMITTED_AT } from '../../../../kernel/row-changes.js';
import type { Page, PageRequest } from '../../../../kernel/pagination.js';
import { Database } from '../../../../platform/database/database.js';
import { readRowPage } from '../../../../platform/database/read-row-page.js';
import { type TransferCondition, Transfers } from '../../application/ports/transfers.js';
import type { StoredTransfer, Transfer } from '../../domain/transfer.js';
import { TransferRow } from './transfer.row.js';

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

  list(conditions: readonly TransferCondition[], page: PageRequest): Promise<Page<StoredTransfer>> {
    return readRowPage(this.database.repository(TransferRow), conditions, page);
  }
}
