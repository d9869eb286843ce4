import { Entity } from 'typeorm';
import { KoboColumn, PrimaryIdColumn, TimeColumn } from '../../platform/database/columns.js';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { kobo } from '../../kernel/money.js';
import { Database } from '../../platform/database/database.js';
import { SqlGauges } from '../../platform/database/sql-gauges.js';
import { type ProviderFloat, ProviderFloats } from './provider-calls.js';
import { Quiescence } from '../../platform/queue/quiescence.js';
import { Log } from '../../platform/telemetry/log.js';
import { BackgroundWork } from './attempts.js';

@Entity('provider_float')
export class ProviderFloatRow {
  @PrimaryIdColumn('provider') provider: string;
  @KoboColumn('balance_kobo') balanceKobo: number;
  @TimeColumn('low_since', { nullable: true }) lowSince: number | null;
  @TimeColumn('read_at') readAt: number;
}

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

const FLOATS = 'SELECT provider AS label, balance_kobo AS value FROM provider_float';
const LOW_FLOATS = 'SELECT provider AS label, CASE WHEN low_since IS NULL THEN 0 ELSE 1 END AS value FROM provider_float';

@Injectable()
export class FloatGauges implements OnModuleInit {
  constructor(private readonly gauges: SqlGauges) {}

  onModuleInit(): void {
    this.gauges.add('provider', 'harmattan_provider_float_kobo', 'Our balance with providers', FLOATS);
    const low = '1 where that balance is below PROVIDER_FLOAT_ALERT';
    this.gauges.add('provider', 'harmattan_provider_float_low', low, LOW_FLOATS);
  }
}

@Injectable()
export class CountedBackgroundWork extends BackgroundWork {
  constructor(
    private readonly quiescence: Quiescence,
    private readonly log: Log,
  ) {
    super();
  }

  keep<T>(what: string, work: Promise<T>): Promise<T> {
    this.quiescence.during(() => work).catch((error: unknown) => this.log.problem(`${what} failed in the background`, error));
    return work;
  }
}
