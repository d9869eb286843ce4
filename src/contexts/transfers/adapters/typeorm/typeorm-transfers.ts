import { Injectable } from '@nestjs/common';
import { type FindOptionsWhere, LessThan } from 'typeorm';
import { type RowInsert, COMMITTED_AT } from '../../../../kernel/row-changes.js';
import { type Page, type PageRequest, readPage } from '../../../../kernel/pagination.js';
import { Database } from '../../../../platform/database/database.js';
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
    return readPage(
      page,
      (before, limit) => this.read(conditions, before === undefined ? {} : { createdAt: LessThan(before) }, limit),
      (createdAt) => this.read(conditions, { createdAt }),
    );
  }

  /** One query for each condition, so that each uses its own index, merged to the newest. */
  private async read(
    conditions: readonly TransferCondition[],
    when: FindOptionsWhere<TransferRow>,
    take?: number,
  ): Promise<StoredTransfer[]> {
    const rows = this.database.repository(TransferRow);
    const read = await Promise.all(
      conditions.map((condition) =>
        rows.find({ where: { ...condition, ...when }, order: { createdAt: 'DESC', id: 'DESC' }, take }),
      ),
    );
    return read.flat().toSorted(newestFirst).slice(0, take);
  }
}

function newestFirst(a: StoredTransfer, b: StoredTransfer): number {
  return b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1);
}
