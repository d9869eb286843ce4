import { Injectable } from '@nestjs/common';
import { RowSeals } from '../../../platform/crypto/row-seals.js';
import { Database } from '../../../platform/database/database.js';
import { type Payer, Users, isPhoneProved, type User } from '../accounts.js';
import { accountSelection, type SealedAccount, untrusted, TransactionPinRow, UserRow } from '../sign-in.rows.js';
import { CacheSettings, InvalidatingCache, CacheInvalidator } from './invalidating-cache.js';
import { placeholders } from '../../../platform/database/placeholders.js';

/** Values as the database stores them. */
type UserColumns = Omit<SealedAccount, 'hasPin' | 'emailVerified' | 'phoneVerified' | 'identityVerified' | 'isTest'> & {
  readonly emailVerified: number;
  readonly phoneVerified: number;
  readonly identityVerified: number;
  readonly isTest: number;
  readonly hasPin: number;
  readonly pinId: string | null;
  readonly pinHash: string | null;
  readonly pinSeal: string | null;
  readonly pinEnded: number | null;
  readonly pinFailures: number | null;
  readonly pinLockedUntil: number | null;
};

type Lookup = 'id' | 'email' | 'reference_id';

const LOOKUPS: readonly Lookup[] = ['id', 'email', 'reference_id'];
const SELECT = () => `
  SELECT ${accountSelection('u')},
    p.pin_id AS pinId, p.sealed_hash AS pinHash, p.pin_seal AS pinSeal, p.ended AS pinEnded, p.failures AS pinFailures, p.locked_until AS pinLockedUntil
  FROM user_account u LEFT JOIN transaction_pin p ON p.user_id = u.id WHERE u.`;

export function userCacheKeys(user: { id: string; email: string; referenceId: string }): string[] {
  return [cacheKey('id', user.id), cacheKey('email', user.email), cacheKey('reference_id', user.referenceId)];
}

/** Key for `find`, which alone is asked for the PIN. */
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
    private readonly seals: RowSeals,
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
    const select = `${SELECT()}${lookup}`;
    const rows =
      values.length === 1
        ? await this.database.rows<UserColumns>(`${select} = ?`, values)
        : await this.database.rowsOnce<UserColumns>(`${select} IN (${placeholders(values)})`, values);
    const payers = await Promise.all(rows.map((row) => this.toPayer(row, lookup)));
    return payers.filter((payer) => payer !== undefined);
  }

  /** Undefined where somebody in the database may have given the account the address or the code of another. */
  private async toPayer(row: UserColumns, lookup: Lookup): Promise<Payer | undefined> {
    const isSealed = await this.seals.holds(UserRow, 'accountSeal', row as unknown as UserRow);
    if (!isSealed && lookup !== 'id') return undefined;
    return {
      id: row.id,
      email: row.email,
      firstName: row.firstName,
      lastName: row.lastName,
      referenceId: row.referenceId,
      referrerId: row.referrerId ?? undefined,
      emailVerified: row.emailVerified === 1,
      phoneVerified: row.phoneVerified === 1,
      phoneProved: isPhoneProved({ ...row, phoneVerified: row.phoneVerified === 1 }),
      identityVerified: row.identityVerified === 1,
      verifiedNumbers: row.verifiedNumbers,
      isTest: row.isTest === 1,
      status: row.status,
      createdAt: row.createdAt,
      phoneNumber: row.phoneNumber,
      coolingOffUntil: row.coolingOffUntil,
      pin: await this.pinOf(row, isSealed),
      ...(isSealed ? {} : untrusted(row)),
    };
  }

  private async pinOf(row: UserColumns, isSealed: boolean): Promise<Payer['pin']> {
    const { id: userId, pinId, pinHash, pinSeal, pinEnded, pinFailures, pinLockedUntil, hasPin } = row;
    if (pinId === null) {
      if (isSealed && hasPin === 0) return undefined;
      if (isSealed) this.seals.report({ table: 'transaction_pin', rowId: userId, seal: 'pin_seal' });
      return 'untrusted';
    }
    const isEnded = pinEnded === 1;
    const pin = { userId, id: pinId, sealedHash: pinHash!, isEnded, pinSeal };
    if (!(await this.seals.holds(TransactionPinRow, 'pinSeal', pin))) return 'untrusted';
    return { id: pinId, isEnded, failures: pinFailures ?? 0, lockedUntil: pinLockedUntil ?? 0 };
  }
}

function keyOf(lookup: Lookup, user: User): string {
  const value = { id: user.id, email: user.email, reference_id: user.referenceId }[lookup];
  return cacheKey(lookup, value);
}
