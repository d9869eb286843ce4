import { Injectable } from '@nestjs/common';
import { In, LessThan } from 'typeorm';
import { Database } from '../../../../platform/database/database.js';
import { isDuplicate } from '../../../../platform/database/errors.js';
import { UsedIdTokens } from '../../application/ports/accounts.js';
import { UsedIdTokenRow } from './sign-in.rows.js';

@Injectable()
export class TypeormUsedIdTokens extends UsedIdTokens {
  constructor(private readonly database: Database) {
    super();
  }

  /** The primary key decides between processes. */
  async use(digest: string, expires: number): Promise<boolean> {
    try {
      await this.rows.insert({ digest, expires });
      return true;
    } catch (error) {
      if (isDuplicate(error)) return false;
      throw error;
    }
  }

  async removeExpired(before: number, limit: number): Promise<number> {
    const rows = await this.rows.find({ where: { expires: LessThan(before) }, take: limit });
    if (rows.length > 0) await this.rows.delete({ digest: In(rows.map((row) => row.digest)) });
    return rows.length;
  }

  private get rows() {
    return this.database.repository(UsedIdTokenRow);
  }
}
