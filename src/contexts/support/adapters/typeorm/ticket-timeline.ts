import { Injectable } from '@nestjs/common';
import { Contributes } from '../../../../kernel/registry.js';
import type { RecordKind, RecordReference } from '../../../../kernel/staff-records.js';
import { type TimelineEntry, TimelineSource } from '../../../../kernel/timeline.js';
import { Database } from '../../../../platform/database/database.js';
import { TicketMessageRow } from './support.rows.js';

const TAKE = 100;

/** When a ticket was written to, and by whom; what was written stands on its page. */
@Injectable()
@Contributes(TimelineSource)
export class TicketTimeline extends TimelineSource {
  override readonly name = 'tickets';
  override readonly kinds: readonly RecordKind[] = ['ticket'];

  constructor(private readonly database: Database) {
    super();
  }

  override async entriesOf({ id }: RecordReference): Promise<TimelineEntry[]> {
    const options = { where: { ticketId: id }, order: { position: 'DESC' }, take: TAKE } as const;
    return (await this.database.repository(TicketMessageRow).find(options)).map(entryOf);
  }
}

function entryOf({ from, position, authorId, createdAt }: TicketMessageRow): TimelineEntry {
  if (from === 'staff') return { at: createdAt, part: 'staff', what: 'Staff replied', detail: '', userId: authorId };
  const what = position === 0 ? 'The user opened the ticket' : 'The user wrote again';
  return { at: createdAt, part: 'user', what, detail: '', userId: authorId };
}
