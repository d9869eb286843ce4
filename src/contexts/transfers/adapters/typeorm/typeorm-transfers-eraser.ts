import { Injectable } from '@nestjs/common';
import { In, Not } from 'typeorm';
import { type DataSubject, Eraser } from '../../../../kernel/eraser.js';
import { Contributes } from '../../../../kernel/registry.js';
import { Database } from '../../../../platform/database/database.js';
import { tablesOf } from '../../../../platform/database/table.js';
import { TransferRow } from './transfer.row.js';

const PAGE_ROWS = 500;

/** The receiver's address; all else belongs to the other party too. */
@Injectable()
@Contributes(Eraser)
export class TypeormTransfersEraser extends Eraser {
  readonly tables = tablesOf(TransferRow);

  constructor(private readonly database: Database) {
    super();
  }

  async erase({ userId: receiverId }: DataSubject): Promise<void> {
    const transfers = this.database.repository(TransferRow);
    for (;;) {
      const where = { receiverId, receiverEmail: Not('') };
      const page = await transfers.find({ select: { id: true }, where, take: PAGE_ROWS });
      if (page.length === 0) return;
      await transfers.update({ id: In(page.map(({ id }) => id)) }, { receiverEmail: '' });
    }
  }
}
