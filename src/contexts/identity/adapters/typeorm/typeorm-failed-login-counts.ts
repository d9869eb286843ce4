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

  async add(guesser: Guesser, now: number): Promise<void> {
    const key = keyOf(guesser);
    if (await this.increment(key, now)) return;
    try {
      await this.rows.insert({ attempt: key, failures: 1, lastAt: now });
    } catch (error) {
      // Another failure of the same attempt was counted since.
      if (!isDuplicate(error)) throw error;
      await this.increment(key, now);
    }
  }

  async clear(guesser: Guesser): Promise<void> {
    await this.rows.delete({ attempt: keyOf(guesser) });
  }

  async removeOlder(before: number, limit: number): Promise<number> {
    const rows = await this.rows.find({ where: { lastAt: LessThan(before) }, take: limit });
    if (rows.length > 0) await this.rows.delete({ attempt: In(rows.map((row) => row.attempt)), lastAt: LessThan(before) });
    return rows.length;
  }

  private get rows() {
    return this.database.repository(FailedLoginRow);
  }

  private async increment(attempt: string, lastAt: number): Promise<boolean> {
    const { affected } = await this.rows.update({ attempt }, { failures: () => 'failures + 1', lastAt });
    return affected === 1;
  }
}

/** A digest: addresses that are nobody's are not kept. */
function keyOf({ email, ip }: Guesser): string {
  return createHash('sha256').update(`${ip} ${email}`).digest('base64url');
}
