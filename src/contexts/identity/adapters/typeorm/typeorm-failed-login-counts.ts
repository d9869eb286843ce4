import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { In, LessThan } from 'typeorm';
import { Database } from '../../../../platform/database/database.js';
import { isDuplicate } from '../../../../platform/database/errors.js';
import { FailedLoginCounts } from '../../application/ports/failed-logins.js';
import type { Guesser } from '../../application/ports/guesses.js';
import type { FailedLogins } from '../../domain/login-delay.js';
import { FailedLoginRow } from './failed-login.row.js';

@Injectable()
export class TypeormFailedLoginCounts extends FailedLoginCounts {
  constructor(private readonly database: Database) {
    super();
  }

  async find(guesser: Guesser): Promise<FailedLogins> {
    const row = await this.rows.findOneBy({ attempt: keyOf(guesser) });
    return { count: row?.failures ?? 0, lastAt: row?.lastAt ?? 0 };
  }

  async replace(guesser: Guesser, seen: FailedLogins, next: FailedLogins): Promise<boolean> {
    const attempt = keyOf(guesser);
    const { count: failures, lastAt } = next;
    const { affected } = await this.rows.update({ attempt, failures: seen.count, lastAt: seen.lastAt }, { failures, lastAt });
    if (affected === 1) return true;
    if (seen.lastAt !== 0) return false;
    try {
      await this.rows.insert({ attempt, failures, lastAt });
      return true;
    } catch (error) {
      // Another attempt was the first.
      if (isDuplicate(error)) return false;
      throw error;
    }
  }

  /** Not by a delete, which deadlocks with inserts at the same moment. */
  async clear(guesser: Guesser): Promise<void> {
    await this.rows.update({ attempt: keyOf(guesser) }, { failures: 0 });
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

/** A digest: addresses that are nobody's are not kept. */
function keyOf({ email, ip }: Guesser): string {
  return createHash('sha256').update(`${ip} ${email}`).digest('base64url');
}
