import { Injectable } from '@nestjs/common';
import { type DataSubject, Eraser } from '../../../../kernel/eraser.js';
import { Contributes } from '../../../../kernel/registry.js';
import { Database } from '../../../../platform/database/database.js';
import { tablesOf } from '../../../../platform/database/table.js';
import { PaidAccountRow, PayoutRow } from './payout.rows.js';

/** Keeps amounts, times, references, banks and accounts of payouts, which the law wants; the payer's own words go. */
@Injectable()
@Contributes(Eraser)
export class TypeormPayoutsEraser extends Eraser {
  readonly tables = tablesOf(PayoutRow, PaidAccountRow);

  constructor(private readonly database: Database) {
    super();
  }

  async erase({ userId }: DataSubject): Promise<void> {
    await this.database.repository(PayoutRow).update({ userId }, { note: '' });
    await this.database.repository(PaidAccountRow).delete({ userId });
  }
}
