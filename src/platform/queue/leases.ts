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
  readonly doneAt: number;
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
    const row = await this.database.repository(LeaseRow).findOneBy({ name });
    return row
      ? { isFree: row.until <= this.now(), until: row.until, doneAt: row.doneAt, holder: row.holder }
      : { isFree: true, until: 0, doneAt: 0, holder: '' };
  }

  /** Takes a free lease or renews ours. @param doneBefore only where the work was last done before */
  async claim(name: string, ttlMs: number, doneBefore = Number.MAX_SAFE_INTEGER): Promise<boolean> {
    const now = this.now();
    const claimed = await this.database
      .repository(LeaseRow)
      .createQueryBuilder()
      .update({ holder: this.holder, until: now + ttlMs })
      .where('name = :name AND (until <= :now OR holder = :holder) AND done_at < :doneBefore', {
        name,
        now,
        holder: this.holder,
        doneBefore,
      })
      .execute();
    return claimed.affected === 1 || this.insert(name, now + ttlMs);
  }

  /** False when another process has taken it. */
  async renew(name: string, ttlMs: number): Promise<boolean> {
    const { affected } = await this.database
      .repository(LeaseRow)
      .update({ name, holder: this.holder }, { until: this.now() + ttlMs });
    return affected === 1;
  }

  async release(name: string, doneAt?: number): Promise<void> {
    await this.database
      .repository(LeaseRow)
      .update({ name, holder: this.holder }, { until: 0, ...(doneAt === undefined ? {} : { doneAt }) });
  }

  /** False when the lease is held or not due. */
  private async insert(name: string, until: number): Promise<boolean> {
    if (await this.database.repository(LeaseRow).existsBy({ name })) return false;
    try {
      await this.database.repository(LeaseRow).insert({ name, holder: this.holder, until, doneAt: 0 });
      return true;
    } catch (error) {
      if (isDuplicate(error)) return false;
      throw error;
    }
  }
}
