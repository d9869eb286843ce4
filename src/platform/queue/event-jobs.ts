import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import { Job, OldestWaiting } from './job-queue.js';
import { JobRegistry } from './job-registry.js';
import { OutboxTable } from './outbox-table.js';

export const EVENT_JOB = 'event';

/** Repeats an event that failed, until all its handlers have succeeded. */
@Injectable()
export class EventJobs {
  private readonly table: OutboxTable;

  constructor(
    database: Database,
    private readonly registry: JobRegistry,
  ) {
    this.table = new OutboxTable(database);
  }

  @OldestWaiting('event', 300_000)
  oldestWaiting(): Promise<number | undefined> {
    return this.table.oldestWaiting();
  }

  /** After an error the next attempt begins with the first handler again. */
  @Job(EVENT_JOB, { concurrency: 8, attempts: 10 })
  async tell({ eventId }: { readonly eventId: string }): Promise<void> {
    const event = await this.table.find(eventId);
    if (!event) return;
    const handlers = this.registry.handlersOf(event.name);
    // A newer version has the handler and queues the event again.
    if (handlers.length === 0) return this.table.setAside([event.id]);
    if (await this.table.hasEarlier(event)) throw new Error(`event ${eventId} waits for an earlier one about ${event.subject}`);
    const received = { id: event.id, data: JSON.parse(event.data) as Record<string, unknown> };
    for (const { handle } of handlers) await handle([received]);
    await this.table.remove([event.id]);
  }
}
