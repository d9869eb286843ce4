import { Injectable } from '@nestjs/common';
import type { TimelineEntry } from '../../kernel/records.js';
import { Database } from '../database/database.js';
import { beginsWith } from '../database/remove-rows.js';
import { MailRow } from './mail.row.js';

/** What of a mail with a row can be told without reading it. */
@Injectable()
export class MailRecords {
  constructor(private readonly database: Database) {}

  /** By key, the mails about these events or journals; a mail to a user has the id of its cause in its key. */
  async entriesOf(causeIds: readonly string[]): Promise<ReadonlyMap<string, TimelineEntry>> {
    if (causeIds.length === 0) return new Map();
    const where = causeIds.map((id) => ({ key: beginsWith(`${id}:`) }));
    const rows = await this.database.repository(MailRow).find({ where, order: { createdAt: 'ASC' }, take: 200 });
    return new Map(
      rows.map(({ key, template, state, sentAt, createdAt, lastError }) => [
        key,
        mailEntry(sentAt ?? createdAt, state, template, state === 'failed' ? (lastError ?? '') : ''),
      ]),
    );
  }
}

export function mailEntry(at: number, state: MailRow['state'], template: string, detail = ''): TimelineEntry {
  return { at, part: 'mail', what: `${STATES[state]}: ${template.replaceAll('-', ' ')}`, detail, userId: '' };
}

const STATES: Readonly<Record<MailRow['state'], string>> = {
  waiting: 'A mail waits to be sent',
  sent: 'A mail was sent',
  failed: 'A mail could not be sent',
};
