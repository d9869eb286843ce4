import { Injectable } from '@nestjs/common';
import { Database } from '../../../../platform/database/database.js';
import { Users } from '../../application/ports/users.js';
import type { AccountStatus, Person } from '../../domain/account.js';
import { CacheSettings } from './cache-settings.js';
import { CoherentCache } from './coherent-cache.js';
import { Invalidations } from './invalidations.js';

interface PersonColumns {
  readonly id: string;
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly reference_id: string;
  readonly referrer_id: string | null;
  readonly is_test: number;
  readonly status: AccountStatus;
  readonly createdAt: number;
}

type Lookup = 'id' | 'email' | 'reference_id';

const LOOKUPS: readonly Lookup[] = ['id', 'email', 'reference_id'];
const COLUMNS = 'id, email, first_name, last_name, reference_id, referrer_id, is_test, status, recorded AS createdAt';

/** All keys that a person is cached under. */
export function userCacheKeys(person: { id: string; email: string; referenceId: string }): string[] {
  return [cacheKey('id', person.id), cacheKey('email', person.email), cacheKey('reference_id', person.referenceId)];
}

function cacheKey(lookup: Lookup, value: string): string {
  return `${lookup}:${value}`;
}

/** Users by id, address and reference ID: from this process' memory, else many with one query. */
@Injectable()
export class CachedUsers extends Users {
  private readonly cache: CoherentCache<Person>;

  constructor(
    private readonly database: Database,
    invalidations: Invalidations,
    settings: CacheSettings,
  ) {
    super();
    this.cache = new CoherentCache(database, invalidations, (keys) => this.load(keys), settings.users);
  }

  find(userId: string): Promise<Person | undefined> {
    return this.get('id', userId);
  }

  findByEmail(email: string): Promise<Person | undefined> {
    return this.get('email', email);
  }

  findByReference(referenceId: string): Promise<Person | undefined> {
    return this.get('reference_id', referenceId.toUpperCase());
  }

  private async get(lookup: Lookup, value: string): Promise<Person | undefined> {
    return this.cache.get(cacheKey(lookup, value));
  }

  private async load(keys: string[]): Promise<Map<string, Person>> {
    const found = new Map<string, Person>();
    for (const lookup of LOOKUPS) {
      const values = keys.filter((key) => key.startsWith(`${lookup}:`)).map((key) => key.slice(lookup.length + 1));
      if (values.length === 0) continue;
      for (const person of await this.read(lookup, values)) found.set(keyOf(lookup, person), person);
    }
    return found;
  }

  private async read(lookup: Lookup, values: string[]): Promise<Person[]> {
    const select = `SELECT ${COLUMNS} FROM user_account WHERE ${lookup}`;
    const rows =
      values.length === 1
        ? await this.database.rows<PersonColumns>(`${select} = ?`, values)
        : await this.database.rowsOnce<PersonColumns>(`${select} IN (${values.map(() => '?').join(', ')})`, values);
    return rows.map(toPerson);
  }
}

function keyOf(lookup: Lookup, person: Person): string {
  const value = { id: person.id, email: person.email, reference_id: person.referenceId }[lookup];
  return cacheKey(lookup, value);
}

function toPerson(row: PersonColumns): Person {
  return {
    id: row.id,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    referenceId: row.reference_id,
    referrerId: row.referrer_id ?? undefined,
    isTest: row.is_test === 1,
    status: row.status,
    createdAt: row.createdAt,
  };
}
