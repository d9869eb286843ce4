import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import { RowSeals } from '../../platform/crypto/row-seals.js';
import { SecretBox } from '../../platform/crypto/secret-box.js';
import { Database } from '../../platform/database/database.js';
import { placeholders } from '../../platform/database/placeholders.js';
import { type Session, type RefusedSignature, SessionDirectory } from '../../platform/http/session-directory.js';
import { Log } from '../../platform/telemetry/log.js';
import { secretOf, LoginRecords, SignInSettings, idleMs } from './sessions.js';
import { accountSelection, SessionSeal, type PreviousSecret, UserRow } from './sign-in.rows.js';
import { EndReusedSession } from './user-sessions.js';
import { ActivityWriter } from './login-records.store.js';
import { CacheInvalidator, CacheSettings, InvalidatingCache } from './adapters/invalidating-cache.js';
import { Accounts } from './accounts.js';

/** Number of replaced secrets that are recognised; each costs two hashes when a signature is wrong. */
const RETIRED_SECRETS = 500;

interface RetiredSecret {
  readonly secret: string;
  /** Undefined where it stopped to be valid longer ago than a signature may be old. */
  readonly until: number | undefined;
}

export interface StoredSession extends Session {
  readonly publicKey: string;
  readonly expires: number;
  readonly activeAt: number;
  /** The secrets that are not valid any more, newest first. */
  retiredSecrets(): Iterable<RetiredSecret>;
}

interface SessionColumns {
  readonly id: string;
  readonly userId: string;
  readonly publicKey: string;
  readonly secret: string;
  readonly rotation: number;
  readonly previous: string;
  readonly grants: string | null;
  readonly expires: number;
  readonly createdAt: number;
  readonly activeAt: number;
  readonly newDeviceFrom: number;
  readonly newDeviceUntil: number;
  readonly mac: string;
}

const ACCOUNT = 'account_';
const SELECT =
  () => `SELECT s.id, s.user_id AS userId, s.public_key AS publicKey, s.secret, s.rotation, s.previous, s.grants, s.expires,
 s.recorded AS createdAt, s.active_at AS activeAt, s.new_device_from AS newDeviceFrom,
 s.new_device_until AS newDeviceUntil, s.mac, ${accountSelection('u', ACCOUNT)}
 FROM session s JOIN user_account u ON u.id = s.user_id WHERE u.status = 'active' AND s.public_key`;

@Injectable()
export class SessionReader {
  constructor(
    private readonly database: Database,
    private readonly secrets: SecretBox,
    private readonly sessionSeal: SessionSeal,
    private readonly rowSeals: RowSeals,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  async read(publicKeys: readonly string[]): Promise<StoredSession[]> {
    const rows =
      publicKeys.length === 1
        ? await this.database.rows<SessionColumns>(`${SELECT()} = ?`, publicKeys)
        : await this.database.rowsOnce<SessionColumns>(`${SELECT()} IN (${placeholders(publicKeys)})`, publicKeys);
    const sessions = await Promise.all(rows.map((row) => this.toSession(row)));
    return sessions.filter((session) => session !== undefined);
  }

  /** One damaged row must not fail the other sessions of the query. */
  private async toSession(row: SessionColumns): Promise<StoredSession | undefined> {
    const account = accountOf(row);
    // Its status may have been changed in the database.
    if (!(await this.rowSeals.holds(UserRow, 'accountSeal', account))) return undefined;
    if (!this.sessionSeal.fits(row)) {
      this.log.warning('a session was changed in the database, or sealed with another APP_KEY', { session: row.id });
      return undefined;
    }
    try {
      return sessionOf(row, Number(account.isTest) === 1, this.secrets.decrypt(row.secret, row.id), this.clock.now());
    } catch (error) {
      this.log.warning('cannot decrypt the secret of a session', { session: row.id }, error);
      return undefined;
    }
  }
}

function accountOf(row: SessionColumns): Partial<UserRow> {
  const own = Object.entries(row).filter(([name]) => name.startsWith(ACCOUNT));
  return Object.fromEntries(own.map(([name, value]) => [name.slice(ACCOUNT.length), value as unknown]));
}

function sessionOf(row: SessionColumns, isTest: boolean, seed: string, now: number): StoredSession {
  const previous = JSON.parse(row.previous) as PreviousSecret[];
  const valid = [{ rotation: row.rotation, until: row.expires }, ...previous.filter(({ until }) => until > now)];
  return {
    id: row.id,
    userId: row.userId,
    publicKey: row.publicKey,
    secrets: valid.map(({ rotation, until }) => ({ secret: secretOf(seed, rotation), validUntilMs: until })),
    isTest,
    grants: row.grants === null ? undefined : new Set(JSON.parse(row.grants) as string[]),
    newDevice: row.newDeviceUntil === 0 ? undefined : { from: row.newDeviceFrom, until: row.newDeviceUntil },
    expires: row.expires,
    activeAt: row.activeAt,
    *retiredSecrets() {
      const ends = new Map(previous.map(({ rotation, until }) => [rotation, until]));
      const oldest = Math.max(0, row.rotation - RETIRED_SECRETS);
      for (let rotation = row.rotation - 1; rotation >= oldest; rotation--)
        yield { secret: secretOf(seed, rotation), until: ends.get(rotation) };
    },
  };
}

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
    // Its last request may be newer than the cached one, also on another node.
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

  private isIdle({ id, grants, activeAt }: StoredSession): boolean {
    return (
      Math.max(activeAt, this.activity.lastOf(id)) <=
      this.clock.now() - idleMs(grants !== undefined, this.identitySettings.staffIdleMs)
    );
  }
}
