import { Injectable } from '@nestjs/common';
import { In, IsNull, LessThan, Not } from 'typeorm';
import { Clock } from '../../../../kernel/clock.js';
import { SecretBox } from '../../../../platform/crypto/secret-box.js';
import { Database } from '../../../../platform/database/database.js';
import { type NewSession, type SessionRotation, Sessions } from '../../application/ports/sessions.js';
import { sessionCacheKey } from '../cache/cached-session-directory.js';
import { CacheInvalidator } from '../cache/cache-invalidator.js';
import { type PreviousSecret, SessionRow } from './session.row.js';

/** More rotations than a client makes while a replaced secret stays valid. */
const PREVIOUS_SECRETS = 5;

@Injectable()
export class TypeormSessions extends Sessions {
  constructor(
    private readonly database: Database,
    private readonly secrets: SecretBox,
    private readonly invalidations: CacheInvalidator,
    private readonly clock: Clock,
  ) {
    super();
  }

  async begin({ id, userId, publicKey, secret, device, expires, grants }: NewSession): Promise<void> {
    await this.remove(await this.rows.findBy({ userId, deviceSerial: device.serial }));
    await this.rows.insert({
      id,
      userId,
      publicKey,
      secret: this.secrets.encrypt(secret, id),
      previous: '[]',
      deviceSerial: device.serial,
      deviceType: device.type,
      deviceName: device.name,
      grants: grants ? JSON.stringify(grants) : null,
      expires,
      createdAt: this.clock.now(),
    });
  }

  async rotate(sessionId: string, rotation: SessionRotation): Promise<number | undefined> {
    const { secret, previousUntil, maximumAgeMs = Infinity } = rotation;
    const row = await this.rows.findOneBy({ id: sessionId });
    if (!row) return undefined;
    const expires = Math.min(rotation.expires, row.createdAt + maximumAgeMs);
    const still = (JSON.parse(row.previous) as PreviousSecret[]).filter(({ until }) => until > this.clock.now());
    const previous = [{ secret: row.secret, until: previousUntil }, ...still].slice(0, PREVIOUS_SECRETS);
    const change = { secret: this.secrets.encrypt(secret, sessionId), previous: JSON.stringify(previous), expires };
    // Conditional on the secret that was read, for concurrent rotations.
    const { affected } = await this.rows.update({ id: sessionId, secret: row.secret }, change);
    if (affected !== 1) return this.rotate(sessionId, rotation);
    await this.publishInvalidation([row]);
    return expires;
  }

  async end(sessionId: string): Promise<void> {
    await this.remove(await this.rows.findBy({ id: sessionId }));
  }

  async endAll(userId: string, { except }: { except?: string } = {}): Promise<void> {
    await this.remove(await this.rows.findBy(except === undefined ? { userId } : { userId, id: Not(except) }));
  }

  async setGrants(userId: string, grants: readonly string[]): Promise<void> {
    const rows = await this.rows.findBy({ userId, grants: Not(IsNull()) });
    if (rows.length === 0) return;
    await this.rows.update({ id: In(rows.map((row) => row.id)) }, { grants: JSON.stringify(grants) });
    await this.publishInvalidation(rows);
  }

  async removeExpired(now: number, limit: number): Promise<number> {
    const rows = await this.rows.find({ where: { expires: LessThan(now) }, take: limit });
    await this.remove(rows);
    return rows.length;
  }

  private get rows() {
    return this.database.repository(SessionRow);
  }

  private async remove(rows: SessionRow[]): Promise<void> {
    if (rows.length === 0) return;
    await this.rows.delete({ id: In(rows.map((row) => row.id)) });
    await this.publishInvalidation(rows);
  }

  /** Awaited outside of a unit of work, because the client's next request may reach another process. */
  private async publishInvalidation(rows: SessionRow[]): Promise<void> {
    const keys = rows.map((row) => sessionCacheKey(row.publicKey));
    if (!this.database.inUnit) return this.invalidations.publish(keys);
    this.database.afterCommit(() => void this.invalidations.publish(keys));
  }
}
