import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { In } from 'typeorm';
import { Clock, lagosDay } from '../../../../kernel/clock.js';
import { Outbox } from '../../../../kernel/events.js';
import { Database } from '../../../../platform/database/database.js';
import { Log } from '../../../../platform/telemetry/log.js';
import { UserRow } from './user.row.js';

const ONCE_PER_MS = 60_000;
const WRITE_AFTER_MS = 1_000;
const USERS_PER_STATEMENT = 500;
const REMEMBERED_USERS = 100_000;

/** When somebody sent a signed request, unix ms. */
type Sighting = readonly [userId: string, at: number];

/**
 * Writes down when users sent their last signed request: at most once a minute for each, many with one statement.
 * The first time on a day in Lagos is told as `user.active`, by each process.
 */
@Injectable()
export class ActivityWriter implements BeforeApplicationShutdown {
  private readonly written = new LRUCache<string, number>({ max: REMEMBERED_USERS });
  private readonly told = new LRUCache<string, number>({ max: REMEMBERED_USERS });
  private waiting: Sighting[] = [];
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  seen(userId: string): void {
    const now = this.clock.now();
    const last = this.written.get(userId) ?? 0;
    if (now - last < ONCE_PER_MS && lagosDay(now) === lagosDay(last)) return;
    this.written.set(userId, now);
    this.waiting.push([userId, now]);
    this.timer ??= setTimeout(() => void this.write(), WRITE_AFTER_MS).unref();
  }

  /** Writes what is waiting. A failure is logged: the next request of these users is a minute away. */
  async write(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    // In id order, so that two processes lock rows in the same order.
    const sightings = this.waiting.toSorted(([one], [other]) => (one < other ? -1 : 1));
    this.waiting = [];
    try {
      for (let start = 0; start < sightings.length; start += USERS_PER_STATEMENT)
        await this.writeChunk(sightings.slice(start, start + USERS_PER_STATEMENT));
    } catch (error) {
      this.log.warning('could not write down who was active', { users: sightings.length }, error);
    }
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.write();
  }

  private async writeChunk(sightings: readonly Sighting[]): Promise<void> {
    const first = sightings.filter(([userId, at]) => this.told.get(userId) !== lagosDay(at));
    await this.database.transaction(async () => {
      const ids = sightings.map(([userId]) => userId);
      await this.database.repository(UserRow).update({ id: In(ids) }, { activeAt: this.clock.now() });
      await this.outbox.add(...first.map(([userId, at]) => ({ name: 'user.active', data: { userId, at } })));
    });
    for (const [userId, at] of first) this.told.set(userId, lagosDay(at));
  }
}
