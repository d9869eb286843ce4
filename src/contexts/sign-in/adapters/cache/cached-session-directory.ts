import { Injectable } from '@nestjs/common';
import { Clock } from '../../../../kernel/clock.js';
import { Database } from '../../../../platform/database/database.js';
import { type RefusedSignature, type Session, SessionDirectory } from '../../../../platform/http/session-directory.js';
import { EndReusedSession } from '../../application/end-reused-session.js';
import { LoginRecords, SignInSettings } from '../../application/ports/sessions.js';
import { idleMs } from '../../domain/session.js';
import { ActivityWriter } from '../typeorm/activity-writer.js';
import { SessionReader, type StoredSession } from '../typeorm/session-reader.js';
import { CacheInvalidator } from './cache-invalidator.js';
import { CacheSettings } from './cache-settings.js';
import { Accounts } from '../../application/ports/accounts.js';
import { InvalidatingCache } from './invalidating-cache.js';

/** Prefixed, because sessions and users share the invalidation channel. */
export const sessionCacheKey = (publicKey: string): string => `session:${publicKey}`;
const publicKeyOf = (cacheKey: string): string => cacheKey.slice('session:'.length);

@Injectable()
export class CachedSessionDirectory extends SessionDirectory {
  private readonly cache: InvalidatingCache<StoredSession>;

  constructor(
    database: Database,
    reader: SessionReader,
    private readonly accounts: Accounts,
    private readonly loginRecords: LoginRecords,
    private readonly clock: Clock,
    private readonly activity: ActivityWriter,
    private readonly endReusedSession: EndReusedSession,
    invalidator: CacheInvalidator,
    settings: CacheSettings,
    private readonly identitySettings: SignInSettings,
  ) {
    super();
    const load = async (keys: string[]) => {
      const sessions = await reader.read(keys.map(publicKeyOf));
      return new Map(sessions.map((session) => [sessionCacheKey(session.publicKey), session]));
    };
    this.cache = new InvalidatingCache(database, invalidator, load, settings.sessions);
  }

  find(publicKey: string): Session | undefined | Promise<Session | undefined> {
    const key = sessionCacheKey(publicKey);
    const found = this.cache.get(key);
    if (found instanceof Promise) return found.then((session) => this.unlessOver(session));
    // Its last request may be newer than what is cached, also on another node.
    if (found && this.isIdle(found)) return this.cache.getAnew(key).then((session) => this.unlessOver(session));
    return this.unlessOver(found);
  }

  async knowsDevice(email: string, deviceSerial: string): Promise<boolean> {
    const account = await this.accounts.findByEmail(email);
    return account !== undefined && this.loginRecords.knowsDevice(account, deviceSerial);
  }

  seen(session: Session): void {
    this.activity.record(session.userId, session.id);
  }

  async refused(session: Session, request: RefusedSignature): Promise<void> {
    for (const { secret, until } of (session as StoredSession).retiredSecrets()) {
      if (!request.isSignedWith(secret)) continue;
      // A request that was signed before and arrived late is no reuse.
      if (until === undefined || request.signedAtMs > until) await this.endReusedSession.execute(session.id, session.userId);
      return;
    }
  }

  private unlessOver(session: StoredSession | undefined): Session | undefined {
    return session && session.expires > this.clock.now() && !this.isIdle(session) ? session : undefined;
  }

  private isIdle({ grants, activeAt }: StoredSession): boolean {
    return activeAt <= this.clock.now() - idleMs(grants !== undefined, this.identitySettings.staffIdleMs);
  }
}
