import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { In, LessThan } from 'typeorm';
import { Database } from '../../../../platform/database/database.js';
import { isDuplicate } from '../../../../platform/database/errors.js';
import { FailedLoginCounts } from '../../application/ports/failed-logins.js';
import type { AttemptKey } from '../../application/ports/attempt-limiter.js';
import type { FailedLogins } from '../../domain/login-delay.js';
import { FailedLoginRow } from './failed-login.row.js';

@Injectable()
export class TypeormFailedLoginCounts extends FailedLoginCounts {
  constructor(private readonly database: Database) {
    super();
  }

  async find(key: AttemptKey): Promise<FailedLogins> {
    const row = await this.rows.findOneBy({ attempt: keyOf(key) });
    return { count: row?.failures ?? 0, lastAt: row?.lastAt ?? 0 };
  }

  async replace(key: AttemptKey, expected: FailedLogins, next: FailedLogins): Promise<boolean> {
    const attempt = keyOf(key);
    const { count: failures, lastAt } = next;
    const { affected } = await this.rows.update(
      { attempt, failures: expected.count, lastAt: expected.lastAt },
      { failures, lastAt },
    );
    if (affected === 1) return true;
    if (expected.lastAt !== 0) return false;
    try {
      await this.rows.insert({ attempt, failures, lastAt });
      return true;
    } catch (error) {
      if (isDuplicate(error)) return false;
      throw error;
    }
  }

  /** An update, because deletes deadlock with concurrent inserts. */
  async clear(key: AttemptKey): Promise<void> {
    await this.rows.update({ attempt: keyOf(key) }, { failures: 0 });
  }

  async removeOlder(before: number, limit: number): Promise<number> {
    const rows = await this.rows.find({ where: { lastAt: LessThan(before) }, take: limit });
    if (rows.length > 0) await this.rows.delete({ attempt: In(rows.map((row) => row.attempt)), lastAt: LessThan(before) });
    return rows.length;
  }

  private get rows() {
    return this.database.repository(FailedLoginRow);
  }
}

/** Hashed, because addresses without an account must not be stored. */
function keyOf({ subject, ip }: AttemptKey): string {
  return createHash('sha256').update(`${ip} ${subject}`).digest('base64url');
}
