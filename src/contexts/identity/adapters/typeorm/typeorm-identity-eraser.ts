import { Injectable } from '@nestjs/common';
import { Database } from '../../../../platform/database/database.js';
import { NoticeErasure } from '../../../notifications/index.js';
import { type DataSubject, Eraser } from '../../application/ports/erasers.js';
import { TransactionPins } from '../../application/ports/transaction-pins.js';
import { CodeMailingRow, MailedCodeRow } from './mailed-code.row.js';
import { VerificationCodeRow } from './verification-code.row.js';

/** Codes, the transaction PIN, and notices; the rest goes with the account itself. */
@Injectable()
export class TypeormIdentityEraser extends Eraser {
  constructor(
    private readonly database: Database,
    private readonly pins: TransactionPins,
    private readonly notices: NoticeErasure,
  ) {
    super();
  }

  async erase({ userId, email }: DataSubject): Promise<void> {
    for (const row of [MailedCodeRow, CodeMailingRow, VerificationCodeRow]) await this.database.repository(row).delete({ email });
    await this.pins.remove(userId);
    await this.notices.removeAll(userId);
  }
}
