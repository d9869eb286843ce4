import { Injectable, type OnModuleInit } from '@nestjs/common';
import { In, IsNull, LessThan, Not } from 'typeorm';
import { Clock } from '../../kernel/clock.js';
import { SecretBox } from '../../platform/crypto/secret-box.js';
import { Database } from '../../platform/database/database.js';
import { PushDevices } from '../notifications/index.js';
import {
  type NewSession,
  type RotatedSession,
  type SessionOverview,
  type SessionRotation,
  Sessions,
  SignInSettings,
  IDLE_SESSION_MS,
  idleMs,
  MAX_SESSIONS,
  secretOf,
} from './sessions.js';
import { CacheInvalidator } from './adapters/invalidating-cache.js';
import { sessionCacheKey } from './session-directory.store.js';
import { LoginRecordRow, type PreviousSecret, SessionRow, UserRow, SessionSeal } from './sign-in.rows.js';
import { SqlGauges } from '../../platform/database/sql-gauges.js';

/** More rotations than the rate limit permits while a replaced secret stays valid. */
const PREVIOUS_SECRETS = 500;
/** A late request may be signed with a secret that was valid then: longer than the default tolerance of the timestamp. */
const PREVIOUS_KEPT_MS = 600_000;

@Injectable()
export class TypeormSessions extends Sessions {
  constructor(
    private readonly database: Database,
    private readonly secrets: SecretBox,
    private readonly sessionSeal: SessionSeal,
    private readonly pushRegistrations: PushDevices,
    private readonly invalidations: CacheInvalidator,
    private readonly settings: SignInSettings,
    private readonly clock: Clock,
  ) {
    super();
  }

  async begin({ id, userId, publicKey, seed, device, ip, loginId, expires, grants, newDevice }: NewSession): Promise<void> {
    const now = this.clock.now();
    const others = await this.rows.find({ where: { userId }, order: { createdAt: 'DESC', id: 'DESC' } });
    const kept = others.filter((row) => row.deviceSerial !== device.serial && this.isLive(row)).slice(0, MAX_SESSIONS - 1);
    await this.remove(others.filter((row) => !kept.includes(row)));
    const session = {
      id,
      userId,
      publicKey,
      grants: grants ? JSON.stringify(grants) : null,
      expires,
      createdAt: now,
    };
    await this.rows.insert({
      ...session,
      secret: this.secrets.encrypt(seed, id),
      rotation: 0,
      previous: '[]',
      deviceSerial: device.serial,
      deviceType: device.type,
      deviceName: device.name,
      ip,
      loginId: loginId ?? null,
      activeAt: now,
      newDeviceFrom: newDevice?.from ?? 0,
      newDeviceUntil: newDevice?.until ?? 0,
      mac: this.sessionSeal.seal(session),
    });
    // Signing in makes a user active, even before the next request.
    await this.database.repository(UserRow).update({ id: userId }, { activeAt: now });
  }

  async rotate(sessionId: string, rotation: SessionRotation): Promise<RotatedSession | undefined> {
    const row = await this.rows.findOneBy({ id: sessionId });
    if (!row || !this.sessionSeal.fits(row)) return undefined;
    const now = this.clock.now();
    const expires = Math.min(now + rotation.lifeMs, row.createdAt + rotation.maximumAgeMs);
    const known = (JSON.parse(row.previous) as PreviousSecret[]).filter(({ until }) => until > now - PREVIOUS_KEPT_MS);
    const previous = [{ rotation: row.rotation, until: now + rotation.graceMs }, ...known].slice(0, PREVIOUS_SECRETS);
    const change = {
      rotation: row.rotation + 1,
      previous: JSON.stringify(previous),
      expires,
      activeAt: now,
      mac: this.sessionSeal.seal(Object.assign({}, row, { expires })),
    };
    // Conditional on the values that were read, for concurrent rotations and changes of grants.
    const { affected } = await this.rows.update({ id: sessionId, rotation: row.rotation, mac: row.mac }, change);
    if (affected !== 1) return this.rotate(sessionId, rotation);
    await this.publishInvalidation([row]);
    return { secret: secretOf(this.secrets.decrypt(row.secret, sessionId), change.rotation), expires };
  }

  async list(userId: string): Promise<SessionOverview[]> {
    const rows = await this.rows.find({ where: { userId }, order: { createdAt: 'DESC', id: 'DESC' } });
    const live = rows.filter((row) => this.isLive(row));
    const logins = await this.database
      .repository(LoginRecordRow)
      .findBy({ id: In(live.flatMap(({ loginId }) => loginId ?? [])) });
    const places = new Map(logins.map((login) => [login.id, login]));
    return live.map(({ id, ip, loginId, createdAt, activeAt, deviceType: type, deviceSerial: serial, deviceName: name }) => {
      const { city = '', country = '' } = places.get(loginId ?? '') ?? {};
      return { id, device: { type, serial, name }, ip, city, country, createdAt, activeAt };
    });
  }

  async end(sessionId: string, userId?: string): Promise<boolean> {
    const rows = await this.rows.findBy(userId === undefined ? { id: sessionId } : { id: sessionId, userId });
    await this.remove(rows);
    return rows.length > 0;
  }

  async endAll(userId: string, { except }: { except?: string } = {}): Promise<void> {
    await this.remove(await this.rows.findBy(except === undefined ? { userId } : { userId, id: Not(except) }));
  }

  async setGrants(userId: string, grants: readonly string[]): Promise<void> {
    const rows = await this.rows.findBy({ userId, grants: Not(IsNull()) });
    const change = { grants: JSON.stringify(grants) };
    await this.remove(rows.filter((row) => !this.sessionSeal.fits(row)));
    const sound = rows.filter((row) => this.sessionSeal.fits(row));
    for (const row of sound) {
      const mac = this.sessionSeal.seal(Object.assign({}, row, change));
      const { affected } = await this.rows.update({ id: row.id, mac: row.mac }, { ...change, mac });
      // It was rotated meanwhile, with the grants from before.
      if (affected !== 1) await this.end(row.id);
    }
    if (sound.length > 0) await this.publishInvalidation(sound);
  }

  async removeExpired(now: number, limit: number): Promise<number> {
    const where = [{ expires: LessThan(now) }, { activeAt: LessThan(now - IDLE_SESSION_MS) }];
    const rows = await this.rows.find({ where, take: limit });
    await this.remove(rows);
    return rows.length;
  }

  private get rows() {
    return this.database.repository(SessionRow);
  }

  private isLive(row: SessionRow): boolean {
    const now = this.clock.now();
    return (
      row.expires > now &&
      row.activeAt > now - idleMs(row.grants !== null, this.settings.staffIdleMs) &&
      this.sessionSeal.fits(row)
    );
  }

  private async remove(rows: SessionRow[]): Promise<void> {
    if (rows.length === 0) return;
    const ids = rows.map(({ id }) => id);
    await this.database.transaction(async () => {
      await this.rows.delete({ id: In(ids) });
      await this.pushRegistrations.end(ids);
    });
    await this.publishInvalidation(rows);
  }

  /** Awaited outside of a unit of work, because the client's next request may reach another process. */
  private async publishInvalidation(rows: SessionRow[]): Promise<void> {
    const keys = rows.map((row) => sessionCacheKey(row.publicKey));
    if (!this.database.inUnit) return this.invalidations.publish(keys);
    this.database.afterCommit(() => void this.invalidations.publish(keys));
  }
}

/** Uses the index of expiry, and is bounded, because every scrape counts them. */
const LIVE = `SELECT 'live' AS label, COUNT(*) AS value
  FROM (SELECT 1 AS live FROM session WHERE expires > ? LIMIT 100000) live_session`;

@Injectable()
export class SessionGauge implements OnModuleInit {
  constructor(
    private readonly gauges: SqlGauges,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    const help = 'Sessions that have not expired, of users and staff; up to 100000 are counted';
    this.gauges.add('state', 'harmattan_sessions', help, LIVE, () => this.clock.now());
  }
}
