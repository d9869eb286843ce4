import { Injectable } from '@nestjs/common';
import { LessThan } from 'typeorm';
import { Clock, DAY_MS } from '../../kernel/clock.js';
import { removedBefore } from '../../platform/config/retention.js';
import { Database } from '../../platform/database/database.js';
import { removeRows } from '../../platform/database/remove-rows.js';
import { Every } from '../../platform/queue/job-queue.js';
import { ContactFormRow, FeedbackRow } from './contact.store.js';
import { Tickets } from './tickets.js';
import { SupportEnvironment } from './support.settings.js';

@Injectable()
export class SupportJobs {
  constructor(
    private readonly tickets: Tickets,
    private readonly database: Database,
    private readonly settings: SupportEnvironment,
    private readonly clock: Clock,
  ) {}

  @Every(DAY_MS, 'support.cleanup')
  async removeOld(): Promise<void> {
    const now = this.clock.now();
    const before = removedBefore(this.settings.RETENTION_CONTACT_FORM_DAYS, now);
    if (before !== undefined) {
      await removeRows(this.database.repository(ContactFormRow), { createdAt: LessThan(before) });
      await removeRows(this.database.repository(FeedbackRow), { createdAt: LessThan(before) });
    }
    const endedBefore = removedBefore(this.settings.RETENTION_TICKET_DAYS, now);
    if (endedBefore !== undefined) await this.tickets.removeEndedBefore(endedBefore);
  }
}
