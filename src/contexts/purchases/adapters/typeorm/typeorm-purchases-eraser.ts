import { Injectable } from '@nestjs/common';
import { In, MoreThan } from 'typeorm';
import { type DataSubject, Eraser } from '../../../../kernel/eraser.js';
import { Contributes } from '../../../../kernel/registry.js';
import { Database } from '../../../../platform/database/database.js';
import { tablesOf } from '../../../../platform/database/table.js';
import { PurchaseRawAnswerRow, PurchaseRow, VerificationRow } from './purchase.rows.js';

const PAGE_ROWS = 500;
const ERASED = {
  customerName: '',
  customerAddress: '',
  customerEmail: '',
  customerMobile: '',
  details: '{}',
  sealedPin: '',
  sealedDeliverables: null,
};

/** Keeps amounts, times, references and customer numbers of purchases. */
@Injectable()
@Contributes(Eraser)
export class TypeormPurchasesEraser extends Eraser {
  readonly tables = tablesOf(VerificationRow, PurchaseRow);

  constructor(private readonly database: Database) {
    super();
  }

  async erase({ userId }: DataSubject): Promise<void> {
    await this.database.repository(VerificationRow).delete({ userId });
    const purchases = this.database.repository(PurchaseRow);
    for (let after = ''; ;) {
      const page = await purchases.find({
        select: { id: true },
        where: { userId, id: MoreThan(after) },
        order: { id: 'ASC' },
        take: PAGE_ROWS,
      });
      if (page.length === 0) return;
      const ids = In(page.map(({ id }) => id));
      await this.database.repository(PurchaseRawAnswerRow).delete({ purchaseId: ids });
      await purchases.update({ id: ids }, ERASED);
      after = page.at(-1)!.id;
    }
  }
}
