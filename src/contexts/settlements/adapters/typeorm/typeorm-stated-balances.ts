import { Injectable } from '@nestjs/common';
import { kobo, type Kobo } from '../../../../kernel/money.js';
import { Database } from '../../../../platform/database/database.js';
import { StatedBalances } from '../../application/ports.js';
import { StatedBalanceRow } from './statement.rows.js';

@Injectable()
export class TypeormStatedBalances extends StatedBalances {
  constructor(private readonly database: Database) {
    super();
  }

  async keep(provider: string, day: string, amountKobo: Kobo, now: number): Promise<void> {
    await this.rows
      .createQueryBuilder()
      .insert()
      .values({ id: `${provider}:${day}`, provider, day, amountKobo, createdAt: now })
      .orUpdate(['amount_kobo', 'recorded'], ['id'])
      .updateEntity(false)
      .execute();
  }

  async of(day: string): Promise<ReadonlyMap<string, Kobo>> {
    const rows = await this.rows.findBy({ day });
    return new Map(rows.map(({ provider, amountKobo }) => [provider, kobo(amountKobo)]));
  }

  private get rows() {
    return this.database.repository(StatedBalanceRow);
  }
}
