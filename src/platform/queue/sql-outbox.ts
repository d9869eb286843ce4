import { Injectable } from '@nestjs/common';
import { type DomainEvent, Outbox, subjectOf } from '../../kernel/events.js';
import { newId } from '../../kernel/ids.js';
import { Database } from '../database/database.js';
import { OutboxRelay } from './outbox-relay.js';
import { OutboxRow } from './outbox.row.js';

@Injectable()
export class SqlOutbox extends Outbox {
  constructor(
    private readonly database: Database,
    private readonly relay: OutboxRelay,
  ) {
    super();
  }

  async add(...events: DomainEvent[]): Promise<void> {
    if (events.length === 0) return;
    const createdAt = this.database.clock.now();
    const rows = events.map(({ name, data }) => ({
      id: newId(),
      name,
      subject: subjectOf(data),
      data: JSON.stringify(data),
      createdAt,
      queuedAt: 0,
    }));
    await this.database.repository(OutboxRow).insert(rows);
    this.database.afterCommit(() => this.relay.notify());
  }
}
