import { Injectable } from '@nestjs/common';
import type { TimelineEntry } from '../../kernel/records.js';
import { isBefore, JournalLog } from '../../ledger/index.js';
import { mailEntry, MailRecords } from '../../platform/mail/mail-records.js';
import { keyOf, MailEntries, MAILS } from './notifications.js';

@Injectable()
export class DerivedMailEntries extends MailEntries {
  constructor(
    private readonly records: MailRecords,
    private readonly journals: JournalLog,
  ) {
    super();
  }

  /** A mail about a journal that has no row was sent when the cursor passed the journal. */
  async entriesOf(causeIds: readonly string[]): Promise<TimelineEntry[]> {
    const [rows, journals, { place }] = await Promise.all([
      this.records.entriesOf(causeIds),
      this.journals.find(causeIds),
      this.journals.placeOf(MAILS),
    ]);
    const sent = journals.flatMap((journal) => {
      const state = isBefore(place, journal) ? 'waiting' : 'sent';
      const own = journal.messages.filter((message) => message.user.status !== 'closed' && !rows.has(keyOf(message)));
      return own.map(({ mail }) => mailEntry(journal.postedAt, state, mail.template.name));
    });
    return [...rows.values(), ...sent].toSorted((one, other) => one.at - other.at);
  }
}
