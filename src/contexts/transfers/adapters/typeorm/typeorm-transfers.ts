import { Injectable } from '@nestjs/common';
import { type FindOptionsWhere, LessThan } from 'typeorm';
import { type FactRecord, RECORDED } from '../../../../kernel/fact.js';
import { type Page, type PageRequest, readPage } from '../../../../kernel/pagination.js';
import { Database } from '../../../../platform/database/database.js';
import { type TransferCondition, Transfers } from '../../application/ports/transfers.js';
import type { RecordedTransfer, Transfer } from '../../domain/transfer.js';
import { TransferRow } from './transfer.row.js';

@Injectable()
export class TypeormTransfers extends Transfers {
  constructor(private readonly database: Database) {
    super();
  }

  record(transfer: Transfer): FactRecord {
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
        recorded: RECORDED,
      },
    };
  }

  list(conditions: readonly TransferCondition[], page: PageRequest): Promise<Page<RecordedTransfer>> {
    return readPage(
      page,
      (before, limit) => this.read(conditions, before === undefined ? {} : { recorded: LessThan(before) }, limit),
      (recorded) => this.read(conditions, { recorded }),
    );
  }

  /** One read for each condition, so that each walks its own index, and the newest of all of them. */
  private async read(
    conditions: readonly TransferCondition[],
    when: FindOptionsWhere<TransferRow>,
    take?: number,
  ): Promise<RecordedTransfer[]> {
    const rows = this.database.repository(TransferRow);
    const read = await Promise.all(
      conditions.map((condition) =>
        rows.find({ where: { ...condition, ...when }, order: { recorded: 'DESC', id: 'DESC' }, take }),
      ),
    );
    return read.flat().toSorted(newestFirst).slice(0, take);
  }
}

function newestFirst(a: RecordedTransfer, b: RecordedTransfer): number {
  return b.recorded - a.recorded || (a.id < b.id ? 1 : -1);
}
