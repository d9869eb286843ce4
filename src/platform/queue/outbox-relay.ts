import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import { Log } from '../telemetry/log.js';
import { ContinuousWork } from './continuous-work.js';
import { EventDispatcher } from './event-dispatcher.js';
import { EVENT_JOB } from './event-jobs.js';
import { JobQueue } from './job-queue.js';
import { JobRegistry } from './job-registry.js';
import { OutboxTable, QUEUED_MS, type WaitingEvent } from './outbox-table.js';

const PAGE = 200;
const OVERDUE_LOOK_MS = 60_000;

/**
 * Hands committed events to their handlers by the page and deletes them, in one process at a time. What fails is left to a job of
 * its own, and the later events of its subject with it.
 */
@Injectable()
export class OutboxRelay {
  /** Call it after a commit. */
  readonly notify: () => void;
  private readonly table: OutboxTable;
  private overdueLookAt = 0;

  constructor(
    private readonly database: Database,
    private readonly dispatcher: EventDispatcher,
    private readonly registry: JobRegistry,
    private readonly queue: JobQueue,
    private readonly log: Log,
    work: ContinuousWork,
  ) {
    this.table = new OutboxTable(database);
    this.notify = work.add('outbox.relay', () => this.relayPage());
  }

  /** Events without a handler in this process. */
  countSetAside(): Promise<number> {
    return this.table.countSetAside();
  }

  private async relayPage(): Promise<boolean> {
    const events = await this.table.waiting(PAGE);
    const isKnown = ({ name }: WaitingEvent) => this.registry.handlersOf(name).length > 0;
    await this.setAside(events.filter((event) => !isKnown(event)));
    const known = events.filter(isKnown);
    const queued = await this.table.subjectsInQueue(known.map(({ subject }) => subject));
    // A crash before the deletion repeats the page, which handlers tolerate.
    const done = await this.dispatcher.dispatch(known.filter(({ subject }) => !queued.has(subject)));
    await this.table.remove([...done]);
    await this.leaveToJobs(known.filter(({ id }) => !done.has(id)));
    return events.length === PAGE || (await this.queueOverdue());
  }

  /** Marked after queueing, so that no event is lost; a duplicate job runs once. */
  private async leaveToJobs(events: readonly WaitingEvent[]): Promise<void> {
    if (events.length === 0) return;
    await this.queue.add(...events.map(({ id }) => ({ name: EVENT_JOB, key: id, data: { eventId: id } })));
    await this.table.markQueued(events.map(({ id }) => id));
  }

  /** Events whose job was lost, and those of this version that an earlier one set aside. */
  private async queueOverdue(): Promise<boolean> {
    const now = this.database.clock.now();
    if (now < this.overdueLookAt) return false;
    const overdue = await this.table.overdue(this.registry.events(), now - QUEUED_MS, PAGE);
    await this.leaveToJobs(overdue);
    this.overdueLookAt = overdue.length < PAGE ? now + OVERDUE_LOOK_MS : 0;
    return overdue.length === PAGE;
  }

  /** During a deployment an old version meets events of the new one. */
  private async setAside(events: readonly WaitingEvent[]): Promise<void> {
    if (events.length === 0) return;
    await this.table.setAside(events.map(({ id }) => id));
    const names = [...new Set(events.map(({ name }) => name))];
    this.log.warning('events are set aside: nothing here handles them', { events: events.length, names });
  }
}
