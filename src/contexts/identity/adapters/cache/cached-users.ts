import { Injectable } from '@nestjs/common';
import { Database } from '../../../../platform/database/database.js';
import { type Payer, Users } from '../../application/ports/users.js';
import type { AccountStatus, User } from '../../domain/account.js';
import { CacheSettings } from './cache-settings.js';
import { InvalidatingCache } from './invalidating-cache.js';
import { CacheInvalidator } from './cache-invalidator.js';
import { placeholders } from '../../../../platform/database/placeholders.js';

interface UserColumns {
  readonly id: string;
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly reference_id: string;
  readonly referrer_id: string | null;
  readonly email_verified: number;
  readonly phone_verified: number;
  readonly identity_verified: number;
  readonly is_test: number;
  readonly status: AccountStatus;
  readonly createdAt: number;
  readonly phone_number: string;
  readonly pinId: string | null;
  readonly pinFailures: number | null;
  readonly pinLockedUntil: number | null;
}

type Lookup = 'id' | 'email' | 'reference_id';

const LOOKUPS: readonly Lookup[] = ['id', 'email', 'reference_id'];
const SELECT = `
  SELECT u.id, u.email, u.first_name, u.last_name, u.reference_id, u.referrer_id, u.email_verified, u.phone_verified,
    u.identity_verified, u.is_test, u.status, u.recorded AS createdAt, u.phone_number,
    p.pin_id AS pinId, p.failures AS pinFailures, p.locked_until AS pinLockedUntil
  FROM user_account u LEFT JOIN transaction_pin p ON p.user_id = u.id WHERE u.`;

export function userCacheKeys(user: { id: string; email: string; referenceId: string }): string[] {
  return [cacheKey('id', user.id), cacheKey('email', user.email), cacheKey('reference_id', user.referenceId)];
}

/** Of what `find` answers, which alone is asked for the PIN. */
export function payerCacheKey(userId: string): string {
  return cacheKey('id', userId);
}

function cacheKey(lookup: Lookup, value: string): string {
  return `${lookup}:${value}`;
}

@Injectable()
export class CachedUsers extends Users {
  private readonly cache: InvalidatingCache<Payer>;

  constructor(
    private readonly database: Database,
    invalidator: CacheInvalidator,
    settings: CacheSettings,
  ) {
    super();
    this.cache = new InvalidatingCache(database, invalidator, (keys) => this.load(keys), settings.users);
  }

  find(userId: string): Promise<Payer | undefined> {
    return this.get('id', userId);
  }

  findByEmail(email: string): Promise<User | undefined> {
    return this.get('email', email);
  }

  findByReference(referenceId: string): Promise<User | undefined> {
    return this.get('reference_id', referenceId.toUpperCase());
  }

  private async get(lookup: Lookup, value: string): Promise<Payer | undefined> {
    return this.cache.get(cacheKey(lookup, value));
  }

  private async load(keys: string[]): Promise<Map<string, Payer>> {
    const found = new Map<string, Payer>();
    for (const lookup of LOOKUPS) {
      const values = keys.filter((key) => key.startsWith(`${lookup}:`)).map((key) => key.slice(lookup.length + 1));
      if (values.length === 0) continue;
      for (const user of await this.read(lookup, values)) found.set(keyOf(lookup, user), user);
    }
    return found;
  }

  private async read(lookup: Lookup, values: string[]): Promise<Payer[]> {
    const select = `${SELECT}${lookup}`;
    const rows =
      values.length === 1
        ? await this.database.rows<UserColumns>(`${select} = ?`, values)
        : await this.database.rowsOnce<UserColumns>(`${select} IN (${placeholders(values)})`, values);
    return rows.map(toPayer);
  }
}

function keyOf(lookup: Lookup, user: User): string {
  const value = { id: user.id, email: user.email, reference_id: user.referenceId }[lookup];
  return cacheKey(lookup, value);
}

function toPayer(row: UserColumns): Payer {
  return {
    id: row.id,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    referenceId: row.reference_id,
    referrerId: row.referrer_id ?? undefined,
    emailVerified: row.email_verified === 1,
    phoneVerified: row.phone_verified === 1,
    identityVerified: row.identity_verified === 1,
    isTest: row.is_test === 1,
    status: row.status,
    createdAt: row.createdAt,
    phoneNumber: row.phone_number,
    pin: row.pinId === null ? undefined : { id: row.pinId, failures: row.pinFailures ?? 0, lockedUntil: row.pinLockedUntil ?? 0 },
  };
}
