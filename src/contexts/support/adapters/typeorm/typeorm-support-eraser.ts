import { Injectable } from '@nestjs/common';
import { type DataSubject, Eraser } from '../../../../kernel/eraser.js';
import { Contributes } from '../../../../kernel/registry.js';
import { Database } from '../../../../platform/database/database.js';
import { removeRows } from '../../../../platform/database/remove-rows.js';
import { tablesOf } from '../../../../platform/database/table.js';
import { RemoveTickets } from '../../application/remove-tickets.js';
import { ContactFormRow, FaqRatingRow, FaqToggleRow, FeedbackRow, TicketMessageRow, TicketRow } from './support.rows.js';

/** The counts of ratings stay. */
@Injectable()
@Contributes(Eraser)
export class TypeormSupportEraser extends Eraser {
  readonly tables = tablesOf(ContactFormRow, FeedbackRow, FaqRatingRow, FaqToggleRow, TicketRow, TicketMessageRow);

  constructor(
    private readonly database: Database,
    private readonly removeTickets: RemoveTickets,
  ) {
    super();
  }

  async erase({ userId, email }: DataSubject): Promise<void> {
    await removeRows(this.database.repository(ContactFormRow), { email });
    await removeRows(this.database.repository(FeedbackRow), { userId });
    await removeRows(this.database.repository(FaqRatingRow), { userId });
    await this.database.repository(FaqToggleRow).delete({ userId });
    await this.removeTickets.ofUser(userId);
  }
}
