import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { In } from 'typeorm';
import { Clock } from '../../../../kernel/clock.js';
import { lagosDay } from '../../../../kernel/lagos-time.js';
import { domainEvent, Outbox } from '../../../../kernel/events.js';
import { Database } from '../../../../platform/database/database.js';
import { Log } from '../../../../platform/telemetry/log.js';
import { SessionRow, UserRow } from './sign-in.rows.js';
import { bounded } from '../../../../platform/bounded.js';

const MIN_INTERVAL_MS = 60_000;
const WRITE_DELAY_MS = 1_000;
const ROWS_PER_STATEMENT = 500;
const REMEMBERED = 100_000;

interface Activity {
  readonly userId: string;
  readonly sessionId: string;
  readonly at: number;
}

/** Writes the last activity of users and sessions at most once a minute, and publishes `user.active` once a day (Lagos) for each user and process. */
@Injectable()
export class ActivityWriter implements BeforeApplicationShutdown {
  private readonly written = new LRUCache<string, number>(bounded(REMEMBERED));
  private readonly publishedAt = new LRUCache<string, number>(bounded(REMEMBERED));
  private waiting: Activity[] = [];
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  record(userId: string, sessionId: string): void {
    const now = this.clock.now();
    const last = this.written.get(sessionId) ?? 0;
    if (now - last < MIN_INTERVAL_MS && lagosDay(now) === lagosDay(last)) return;
    this.written.set(sessionId, now);
    this.waiting.push({ userId, sessionId, at: now });
    this.timer ??= setTimeout(() => void this.write(), WRITE_DELAY_MS).unref();
  }

  /** A failure is only logged, because further requests follow. */
  async write(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    // In id order, so that two processes lock rows in the same order.
    const activities = this.waiting.toSorted((one, other) => (one.userId < other.userId ? -1 : 1));
    this.waiting = [];
    try {
      for (let start = 0; start < activities.length; start += ROWS_PER_STATEMENT)
        await this.writeChunk(activities.slice(start, start + ROWS_PER_STATEMENT));
    } catch (error) {
      this.log.warning('cannot write the last activity of users', { sessions: activities.length }, error);
    }
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.write();
  }

  private async writeChunk(activities: readonly Activity[]): Promise<void> {
    const users = new Map(activities.map(({ userId, at }) => [userId, at]));
    const first = [...users].filter(([userId, at]) => this.publishedAt.get(userId) !== lagosDay(at));
    await this.database.transaction(async () => {
      const activeAt = this.clock.now();
      await this.database.repository(UserRow).update({ id: In([...users.keys()]) }, { activeAt });
      const sessionIds = activities.map(({ sessionId }) => sessionId).toSorted();
      await this.database.repository(SessionRow).update({ id: In(sessionIds) }, { activeAt });
      await this.outbox.add(...first.map(([userId, at]) => domainEvent('user.active', { userId, at })));
    });
    for (const [userId, at] of first) this.publishedAt.set(userId, lagosDay(at));
  }
}
