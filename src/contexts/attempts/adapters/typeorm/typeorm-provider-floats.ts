import { Injectable } from '@nestjs/common';
import { kobo } from '../../../../kernel/money.js';
import { Database } from '../../../../platform/database/database.js';
import { type ProviderFloat, ProviderFloats } from '../../application/provider-floats.js';
import { ProviderFloatRow } from './provider-float.row.js';

@Injectable()
export class TypeormProviderFloats extends ProviderFloats {
  constructor(private readonly database: Database) {
    super();
  }

  async find(provider: string): Promise<ProviderFloat | undefined> {
    const row = await this.rows.findOneBy({ provider });
    if (!row) return undefined;
    const { balanceKobo, lowSince, readAt } = row;
    return { provider, balanceKobo: kobo(balanceKobo), lowSince: lowSince ?? undefined, readAt };
  }

  async keep({ lowSince, ...float }: ProviderFloat): Promise<void> {
    await this.rows
      .createQueryBuilder()
      .insert()
      .values({ ...float, lowSince: lowSince ?? null })
      .orUpdate(['balance_kobo', 'low_since', 'read_at'], ['provider'])
      .updateEntity(false)
      .execute();
  }

  private get rows() {
    return this.database.repository(ProviderFloatRow);
  }
}
