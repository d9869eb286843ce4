import { Injectable } from '@nestjs/common';
import { Clock } from '../../../../kernel/clock.js';
import { SecretBox } from '../../../../platform/crypto/secret-box.js';
import { Database } from '../../../../platform/database/database.js';
import { type Session, SessionDirectory } from '../../../../platform/http/session-directory.js';
import { Log } from '../../../../platform/telemetry/log.js';
import { ActivityWriter } from '../typeorm/activity-writer.js';
import type { PreviousSecret } from '../typeorm/session.row.js';
import { CacheSettings } from './cache-settings.js';
import { InvalidatingCache } from './invalidating-cache.js';
import { CacheInvalidator } from './cache-invalidator.js';
import { placeholders } from '../../../../platform/database/placeholders.js';

interface SessionColumns {
  readonly id: string;
  readonly user_id: string;
  readonly public_key: string;
  readonly secret: string;
  readonly previous: string;
  readonly grants: string | null;
  readonly expires: number;
  readonly is_test: number;
}

type CachedSession = Session & { readonly expires: number };

const COLUMNS = 's.id, s.user_id, s.public_key, s.secret, s.previous, s.grants, s.expires, u.is_test';
const FROM = `SELECT ${COLUMNS} FROM session s JOIN user_account u ON u.id = s.user_id WHERE u.status = 'active' AND s.public_key`;

/** Prefixed, because sessions and users share the invalidation channel. */
export const sessionCacheKey = (publicKey: string): string => `session:${publicKey}`;
const publicKeyOf = (cacheKey: string): string => cacheKey.slice('session:'.length);

@Injectable()
export class CachedSessionDirectory extends SessionDirectory {
  private readonly cache: InvalidatingCache<CachedSession>;

  constructor(
    private readonly database: Database,
    private readonly secrets: SecretBox,
    private readonly clock: Clock,
    private readonly activity: ActivityWriter,
    private readonly log: Log,
    invalidator: CacheInvalidator,
    settings: CacheSettings,
  ) {
    super();
    this.cache = new InvalidatingCache(database, invalidator, (keys) => this.load(keys), settings.sessions);
  }

  find(publicKey: string): Session | undefined | Promise<Session | undefined> {
    const found = this.cache.get(sessionCacheKey(publicKey));
    return found instanceof Promise ? found.then((session) => this.unexpired(session)) : this.unexpired(found);
  }

  seen(session: Session): void {
    this.activity.record(session.userId);
  }

  private unexpired(session: CachedSession | undefined): Session | undefined {
    return session && session.expires > this.clock.now() ? session : undefined;
  }

  private async load(cacheKeys: string[]): Promise<Map<string, CachedSession>> {
    const publicKeys = cacheKeys.map(publicKeyOf);
    const rows =
      publicKeys.length === 1
        ? await this.database.rows<SessionColumns>(`${FROM} = ?`, publicKeys)
        : await this.database.rowsOnce<SessionColumns>(`${FROM} IN (${placeholders(publicKeys)})`, publicKeys);
    const found = new Map<string, CachedSession>();
    for (const row of rows) {
      try {
        found.set(sessionCacheKey(row.public_key), this.toSession(row));
      } catch (error) {
        // A secret under another APP_KEY must not fail the other sessions of the query.
        this.log.warning('cannot decrypt the secret of a session', { session: row.id }, error);
      }
    }
    return found;
  }

  private toSession(row: SessionColumns): CachedSession {
    const previous = (JSON.parse(row.previous) as PreviousSecret[]).filter(({ until }) => until > this.clock.now());
    const secrets = [{ secret: row.secret, until: row.expires }, ...previous].map(({ secret, until }) => ({
      secret: this.secrets.decrypt(secret, row.id),
      validUntilMs: until,
    }));
    return {
      id: row.id,
      userId: row.user_id,
      secrets,
      isTest: row.is_test === 1,
      grants: row.grants === null ? undefined : new Set(JSON.parse(row.grants) as string[]),
      expires: row.expires,
    };
  }
}
