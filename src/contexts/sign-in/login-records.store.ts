import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import type { Counter } from 'prom-client';
import { In, MoreThan } from 'typeorm';
import { after, soon, type Timer } from '../../kernel/timers.js';
import { Clock } from '../../kernel/clock.js';
import { domainEvent, Outbox } from '../../kernel/events.js';
import { newId } from '../../kernel/ids.js';
import type { Page, PageRequest } from '../../kernel/pagination.js';
import { Database } from '../../platform/database/database.js';
import { readRowPage } from '../../platform/database/read-row-page.js';
import { removeRows } from '../../platform/database/remove-rows.js';
import { Log } from '../../platform/telemetry/log.js';
import { Metrics } from '../../platform/telemetry/metrics.js';
import {
  type LoginOrigin,
  type LoginRecord,
  LoginRecords,
  type NewLoginRecord,
  type SeenDevice,
  type TrustedDevices,
} from './sessions.js';
import { LoginRecordRow, SessionRow, UserRow } from './sign-in.rows.js';
import { LRUCache } from 'lru-cache';
import { lagosDay } from '../../kernel/lagos-time.js';
import { bounded } from '../../platform/bounded.js';

@Injectable()
export class TypeormLoginRecords extends LoginRecords {
  private readonly logins: Counter<'outcome'>;

  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    private readonly log: Log,
    metrics: Metrics,
  ) {
    super();
    const help = 'Recorded logins of known accounts by outcome';
    this.logins = metrics.counter('harmattan_logins_total', help, ['outcome'], [{ outcome: 'failed' }]);
  }

  async add({ userId, ip, device, outcome }: NewLoginRecord): Promise<string> {
    const id = newId();
    const login = {
      id,
      userId,
      ip,
      city: '',
      country: '',
      deviceName: device.name,
      deviceType: device.type,
      deviceSerial: device.serial,
      outcome,
      createdAt: this.clock.now(),
    };
    const told = { userId, loginId: id };
    const event = outcome === 'success' ? domainEvent('user.signed_in', told) : domainEvent('user.sign_in_failed', told);
    await this.database.transaction(async () => {
      await this.rows.insert(login);
      await this.outbox.add(event);
    });
    this.logins.inc({ outcome });
    return id;
  }

  addInBackground(record: NewLoginRecord): void {
    soon(() => {
      this.add(record).catch((error: unknown) => this.log.problem('could not write a login record', error));
    });
  }

  async find(id: string): Promise<LoginRecord | undefined> {
    const row = await this.rows.findOneBy({ id });
    return row ? toLogin(row) : undefined;
  }

  async firstOf(userIds: readonly string[]): Promise<ReadonlyMap<string, LoginRecord>> {
    const first = await this.rows
      .createQueryBuilder('login')
      .select('MIN(login.id)', 'id')
      .where({ userId: In([...userIds]), outcome: 'success' })
      .groupBy('login.user_id')
      .getRawMany<{ id: string }>();
    const rows = await this.rows.findBy({ id: In(first.map(({ id }) => id)) });
    return new Map(rows.map((row) => [row.userId, toLogin(row)]));
  }

  async deviceSerials(userId: string): Promise<string[]> {
    const rows = await this.database.rows<{ serial: string }>(
      "SELECT DISTINCT device_serial AS serial FROM login_record WHERE user_id = ? AND outcome = 'success'",
      [userId],
    );
    return rows.map(({ serial }) => serial).filter((serial) => serial !== '');
  }

  async shareDevice(userId: string, others: readonly string[]): Promise<boolean> {
    const serials = await this.deviceSerials(userId);
    if (serials.length === 0 || others.length === 0) return false;
    return this.rows.existsBy({ userId: In([...others]), deviceSerial: In(serials), outcome: 'success' });
  }

  origins(userId: string, { since, until }: { readonly since: number; readonly until: number }): Promise<LoginOrigin[]> {
    return this.database.rows<LoginOrigin>(
      `SELECT DISTINCT ip, device_serial AS serial FROM login_record
       WHERE user_id = ? AND recorded BETWEEN ? AND ? AND outcome = 'success'`,
      [userId, since, until],
    );
  }

  async removeAll(userId: string): Promise<void> {
    await removeRows(this.rows, { userId });
  }

  async setPlace(id: string, { city, country }: { city: string; country: string }): Promise<void> {
    await this.rows.update({ id }, { city, country });
  }

  knowsAddress(userId: string, ip: string): Promise<boolean> {
    return this.rows.existsBy({ userId, ip, outcome: 'success' });
  }

  async deviceSeenAt({ id: userId, devicesTrustedFrom }: TrustedDevices, deviceSerial: string): Promise<number | undefined> {
    const where = { userId, deviceSerial, outcome: 'success' as const, createdAt: MoreThan(devicesTrustedFrom) };
    return (await this.rows.minimum('createdAt', where)) ?? undefined;
  }

  newDevices({ id, devicesTrustedFrom }: TrustedDevices, since: number): Promise<SeenDevice[]> {
    return this.database.rows<SeenDevice>(
      `SELECT device_serial AS serial, MIN(recorded) AS seenAt FROM login_record
       WHERE user_id = ? AND outcome = 'success' AND recorded > ? GROUP BY device_serial HAVING MIN(recorded) > ? ORDER BY seenAt`,
      [id, devicesTrustedFrom, since],
    );
  }

  async list(userId: string, page: PageRequest): Promise<Page<LoginRecord>> {
    const { items, next } = await readRowPage(this.rows, { userId }, page);
    return { items: items.map(toLogin), next };
  }

  private get rows() {
    return this.database.repository(LoginRecordRow);
  }
}

function toLogin({ deviceName, deviceType, deviceSerial, ...row }: LoginRecordRow): LoginRecord {
  return { ...row, device: { name: deviceName, type: deviceType, serial: deviceSerial } };
}

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
  private timer: Timer | undefined;

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
    this.timer ??= after(WRITE_DELAY_MS, () => void this.write()).unref();
  }

  /** The last activity that this process knows, up to a minute old, perhaps before it is written; 0 for none. */
  lastOf(sessionId: string): number {
    return this.written.get(sessionId) ?? 0;
  }

  /** A failure is only logged, because further requests follow. */
  async write(): Promise<void> {
    this.timer?.stop();
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
