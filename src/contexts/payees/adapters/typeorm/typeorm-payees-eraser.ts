import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { type DataSubject, Eraser } from '../../../../kernel/eraser.js';
import { Contributes } from '../../../../kernel/registry.js';
import { Database } from '../../../../platform/database/database.js';
import { removeRows } from '../../../../platform/database/remove-rows.js';
import { tablesOf } from '../../../../platform/database/table.js';
import { PaidAccountRow, PayeeRow } from './payee.rows.js';

const PAGE_ROWS = 500;

/** Also what others saved of the user. */
@Injectable()
@Contributes(Eraser)
export class TypeormPayeesEraser extends Eraser {
  readonly tables = tablesOf(PayeeRow, PaidAccountRow);

  constructor(private readonly database: Database) {
    super();
  }

  async erase({ userId }: DataSubject): Promise<void> {
    const payees = this.database.repository(PayeeRow);
    await removeRows(payees, { userId });
    await removeRows(payees, { receiverId: userId });
    const paid = this.database.repository(PaidAccountRow);
    for (;;) {
      const page = await paid.find({ where: { userId }, take: PAGE_ROWS });
      if (page.length === 0) return;
      await paid.delete({ userId, account: In(page.map(({ account }) => account)) });
    }
  }
}
