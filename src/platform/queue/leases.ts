import { hostname } from 'node:os';
import { Injectable } from '@nestjs/common';
import { newId } from '../../kernel/ids.js';
import { Database } from '../database/database.js';
import { isDuplicate } from '../database/errors.js';
import { LeaseRow } from './lease.row.js';

const HOLDER_LENGTH = 64;

export interface Lease {
  readonly isFree: boolean;
  readonly until: number;
  /** The last holder's id, process id and machine; for people. */
  readonly holder: string;
}

/** One process at a time holds a name, as long as it renews it; a crashed holder's lease expires. */
@Injectable()
export class Leases {
  readonly holder = `${newId()} pid ${process.pid} on ${hostname()}`.slice(0, HOLDER_LENGTH);

  constructor(private readonly database: Database) {}

  /** The same in every process. */
  now(): number {
    return this.database.clock.now();
  }

  async read(name: string): Promise<Lease> {
    const [row] = await this.database.rows<Omit<Lease, 'isFree'>>('SELECT `until`, holder FROM lease WHERE name = ?', [name]);
    const { until, holder } = row ?? { until: 0, holder: '' };
    return { isFree: until <= this.now(), until, holder };
  }

  /** Takes a free lease or renews ours. */
  async claim(name: string, ttlMs: number): Promise<boolean> {
    const now = this.now();
    const claimed = await this.database
      .repository(LeaseRow)
      .createQueryBuilder()
      .update({ holder: this.holder, until: now + ttlMs })
      .where('name = :name AND (until <= :now OR holder = :holder)', { name, now, holder: this.holder })
      .execute();
    return claimed.affected === 1 || this.insert({ name, holder: this.holder, until: now + ttlMs, doneAt: 0 });
  }

  /** False when another process has taken it. */
  async renew(name: string, ttlMs: number): Promise<boolean> {
    const { affected } = await this.database
      .repository(LeaseRow)
      .update({ name, holder: this.holder }, { until: this.now() + ttlMs });
    return affected === 1;
  }

  async release(name: string): Promise<void> {
    await this.database.repository(LeaseRow).update({ name, holder: this.holder }, { until: 0 });
  }

  /** When periodic work was begun last, by name. */
  async doneAt(): Promise<Map<string, number>> {
    const rows = await this.database.rows<Pick<LeaseRow, 'name' | 'doneAt'>>('SELECT name, done_at AS doneAt FROM lease');
    return new Map(rows.map(({ name, doneAt }) => [name, doneAt]));
  }

  async markDone(name: string, doneAt: number): Promise<void> {
    const { affected } = await this.database.repository(LeaseRow).update({ name }, { doneAt });
    if (affected === 0) await this.insert({ name, holder: this.holder, until: 0, doneAt });
  }

  /** False where there is one. */
  private async insert(row: LeaseRow): Promise<boolean> {
    if (await this.database.repository(LeaseRow).existsBy({ name: row.name })) return false;
    try {
      await this.database.repository(LeaseRow).insert(row);
      return true;
    } catch (error) {
      if (isDuplicate(error)) return false;
      throw error;
    }
  }
}
