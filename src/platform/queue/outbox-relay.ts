import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Config } from '../config/config.js';
import { Database } from '../database/database.js';
import { Log } from '../telemetry/log.js';
import { EVENT_JOB } from './event-jobs.js';
import { JobQueue } from './job-queue.js';
import { JobRegistry } from './job-registry.js';
import { Leases } from './leases.js';
import { OutboxTable, type WaitingEvent } from './outbox-table.js';
import { outsideTransaction } from '../database/outside-transaction.js';

const LEASE = 'outbox.relay';
const LEASE_MS = 5_000;
/** Page size; also the maximum of queued events that have not begun. */
const BATCH = 200;
/** Commits within this time are read together. */
const GATHER_MS = 10;
/** Interval at which commits of other processes are noticed. */
const LOOK_EVERY_MS = 250;
const BACKLOG_LOOK_MS = 25;
/** Events without a finished job after this time are queued again. */
const OVERDUE_MS = 600_000;
const OVERDUE_LOOK_MS = 60_000;
const PAUSE_AFTER_FAULT_MS = 2_000;

/** Queues a job for each committed event, in one process at a time. */
@Injectable()
export class OutboxRelay {
  private readonly table: OutboxTable;
  private running: Promise<void> | undefined;
  private stopping = new AbortController();
  private wake: () => void = () => undefined;
  private isNotified = false;
  private leaseUntil = 0;
  private overdueLookAt = 0;

  constructor(
    private readonly config: Config,
    database: Database,
    private readonly queue: JobQueue,
    private readonly registry: JobRegistry,
    private readonly leases: Leases,
    private readonly log: Log,
  ) {
    this.table = new OutboxTable(database);
  }

  /** Call it after a commit. */
  notify(): void {
    this.isNotified = true;
    this.wake();
  }

  start(): void {
    this.stopping = new AbortController();
    this.running = outsideTransaction(() => this.keepRelaying());
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    this.wake();
    await this.running;
    if (this.leaseUntil > 0) await this.leases.release(LEASE).catch(() => undefined);
    this.leaseUntil = 0;
  }

  /** Events without a handler in this process. */
  countSetAside(): Promise<number> {
    return this.table.countSetAside();
  }

  private async keepRelaying(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      try {
        this.isNotified = false;
        if (await this.holdsLease()) await this.drain();
        await this.rest();
      } catch (error) {
        this.log.problem('cannot relay events', error);
        await this.pause(PAUSE_AFTER_FAULT_MS);
      }
    }
  }

  private async drain(): Promise<void> {
    for (;;) {
      const events = await this.table.waiting(BATCH);
      await this.handOver(events);
      if (events.length < BATCH || this.stopping.signal.aborted) break;
      await this.waitForBacklog();
      if (!(await this.holdsLease())) return;
    }
    if (this.leases.now() < this.overdueLookAt) return;
    const overdue = await this.table.overdue(this.registry.events(), this.leases.now() - OVERDUE_MS, BATCH);
    await this.handOver(overdue);
    this.overdueLookAt = overdue.length < BATCH ? this.leases.now() + OVERDUE_LOOK_MS : 0;
    if (overdue.length === BATCH) await this.waitForBacklog();
  }

  /** Marked after queueing, so that no event is lost; a duplicate job runs once. */
  private async handOver(events: readonly WaitingEvent[]): Promise<void> {
    const isKnown = ({ name }: WaitingEvent) => this.registry.handlersOf(name).length > 0;
    const known = events.filter(isKnown).map(({ id }) => id);
    await this.setAside(events.filter((event) => !isKnown(event)));
    if (known.length === 0) return;
    await this.queue.add(...known.map((id) => ({ name: EVENT_JOB, key: id, data: { eventId: id } })));
    await this.table.markQueued(known);
  }

  /** During a deployment an old version meets events of the new one. */
  private async setAside(events: readonly WaitingEvent[]): Promise<void> {
    if (events.length === 0) return;
    await this.table.setAside(events.map(({ id }) => id));
    const names = [...new Set(events.map(({ name }) => name))];
    this.log.warning('events are set aside: nothing here handles them', { events: events.length, names });
  }

  private async waitForBacklog(): Promise<void> {
    while ((await this.queue.backlog(EVENT_JOB, BATCH)) >= BATCH && !this.stopping.signal.aborted)
      await this.pause(BACKLOG_LOOK_MS);
  }

  private async holdsLease(): Promise<boolean> {
    if (!this.config.redisUrl) return true;
    if (this.leaseUntil - this.leases.now() > LEASE_MS / 2) return true;
    const until = this.leases.now() + LEASE_MS;
    const { isFree } = await this.leases.read(LEASE);
    const isOurs = (isFree || this.leaseUntil > 0) && (await this.leases.claim(LEASE, LEASE_MS));
    this.leaseUntil = isOurs ? until : 0;
    return isOurs;
  }

  private async rest(): Promise<void> {
    if (!this.isNotified) {
      let timer: NodeJS.Timeout | undefined;
      await new Promise<void>((resolve) => {
        this.wake = resolve;
        timer = setTimeout(resolve, LOOK_EVERY_MS);
      });
      clearTimeout(timer);
      this.wake = () => undefined;
    }
    if (this.isNotified) await this.pause(GATHER_MS);
  }

  private async pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.stopping.signal }).catch(() => undefined);
  }
}
