import { Injectable } from '@nestjs/common';
import { type DomainEvent, Outbox, subjectOf } from '../../kernel/events.js';
import { idAfter } from '../../kernel/ids.js';
import { Database } from '../database/database.js';
import { OutboxRelay } from './outbox-relay.js';
import { OutboxRow } from './outbox.row.js';
import { OutboxTable } from './outbox-table.js';

@Injectable()
export class SqlOutbox extends Outbox {
  private readonly table: OutboxTable;

  constructor(
    private readonly database: Database,
    private readonly relay: OutboxRelay,
  ) {
    super();
    this.table = new OutboxTable(database);
  }

  /** Behind the waiting events of the same subject, whose ids other processes made by clocks of their own. */
  async add(...events: DomainEvent[]): Promise<void> {
    if (events.length === 0) return;
    const createdAt = this.database.clock.now();
    const last = await this.table.lastIds(events.map(({ data }) => subjectOf(data)));
    const rows = events.map(({ name, data }) => {
      const subject = subjectOf(data);
      const id = idAfter(last.get(subject) ?? '');
      if (subject !== '') last.set(subject, id);
      return { id, name, subject, data: JSON.stringify(data), createdAt, queuedAt: 0 };
    });
    await this.database.repository(OutboxRow).insert(rows);
    this.database.afterCommit(() => this.relay.notify());
  }
}
