import { Injectable } from '@nestjs/common';
import { type DataSubject, Eraser } from '../../../../kernel/eraser.js';
import { Contributes } from '../../../../kernel/registry.js';
import { Database } from '../../../../platform/database/database.js';
import { tablesOf } from '../../../../platform/database/table.js';
import { TransactionPins } from '../../application/ports/credentials.js';
import { CodeMailingRow, MailedCodeRow, TransactionPinRow } from './sign-in.rows.js';

/** Codes and the transaction PIN; the rest goes with the account itself. */
@Injectable()
@Contributes(Eraser)
export class TypeormSignInEraser extends Eraser {
  readonly tables = tablesOf(MailedCodeRow, CodeMailingRow, TransactionPinRow);

  constructor(
    private readonly database: Database,
    private readonly pins: TransactionPins,
  ) {
    super();
  }

  async erase({ userId, email }: DataSubject): Promise<void> {
    for (const row of [MailedCodeRow, CodeMailingRow]) await this.database.repository(row).delete({ email });
    await this.pins.remove(userId);
  }
}
