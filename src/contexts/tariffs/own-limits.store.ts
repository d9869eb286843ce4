import { Injectable } from '@nestjs/common';
import { Entity } from 'typeorm';
import { type DataPart, type DataSubject, Eraser, PersonalDataSource } from '../../kernel/records.js';
import { isoTime } from '../../kernel/clock.js';
import { kobo, toDecimal } from '../../kernel/money.js';
import { Contributes } from '../../kernel/registry.js';
import { KoboColumn, PrimaryIdColumn, TimeColumn } from '../../platform/database/columns.js';
import { Database } from '../../platform/database/database.js';
import { tablesOf } from '../../platform/database/table.js';
import { NO_OWN_LIMITS, type OwnLimit, type OwnLimitName, type OwnLimits, OwnLimitStore } from './own-limits.js';

@Entity('user_limit')
export class UserLimitRow {
  @PrimaryIdColumn('user_id') userId: string;
  @KoboColumn('single_kobo', { nullable: true }) singleKobo: number | null;
  @KoboColumn('single_raised_kobo', { nullable: true }) singleRaisedKobo: number | null;
  @TimeColumn('single_raised_at') singleRaisedAt: number;
  @KoboColumn('daily_kobo', { nullable: true }) dailyKobo: number | null;
  @KoboColumn('daily_raised_kobo', { nullable: true }) dailyRaisedKobo: number | null;
  @TimeColumn('daily_raised_at') dailyRaisedAt: number;
}

@Injectable()
export class TypeormOwnLimitStore extends OwnLimitStore {
  constructor(private readonly database: Database) {
    super();
  }

  async find(userId: string): Promise<OwnLimits> {
    const row = await this.database.repository(UserLimitRow).findOneBy({ userId });
    if (!row) return NO_OWN_LIMITS;
    return {
      single: toLimit(row.singleKobo, row.singleRaisedKobo, row.singleRaisedAt),
      daily: toLimit(row.dailyKobo, row.dailyRaisedKobo, row.dailyRaisedAt),
    };
  }

  async save(userId: string, { single, daily }: OwnLimits): Promise<void> {
    await this.database.repository(UserLimitRow).save({
      userId,
      singleKobo: single.amountKobo ?? null,
      singleRaisedKobo: single.raisedKobo ?? null,
      singleRaisedAt: single.raisedAt,
      dailyKobo: daily.amountKobo ?? null,
      dailyRaisedKobo: daily.raisedKobo ?? null,
      dailyRaisedAt: daily.raisedAt,
    });
  }
}

@Injectable()
@Contributes(Eraser)
export class OwnLimitsEraser extends Eraser {
  readonly tables = tablesOf(UserLimitRow);

  constructor(private readonly database: Database) {
    super();
  }

  async erase({ userId }: DataSubject): Promise<void> {
    await this.database.repository(UserLimitRow).delete({ userId });
  }
}

@Injectable()
@Contributes(PersonalDataSource)
export class ExportedOwnLimits extends PersonalDataSource {
  constructor(private readonly store: OwnLimitStore) {
    super();
  }

  readonly parts: readonly DataPart[] = [{ name: 'own-limits', rows: (userId) => this.rows(userId) }];

  private async *rows(userId: string) {
    for (const [limit, { amountKobo, raisedKobo, raisedAt }] of Object.entries(await this.store.find(userId)) as Named[])
      if (amountKobo !== undefined)
        yield {
          limit,
          amount: toDecimal(amountKobo),
          raised: raisedKobo === undefined ? '' : toDecimal(raisedKobo),
          raisedFrom: raisedKobo === undefined ? '' : isoTime(raisedAt),
        };
  }
}

type Named = [name: OwnLimitName, limit: OwnLimit];

function toLimit(amount: number | null, raised: number | null, raisedAt: number): OwnLimit {
  const read = (value: number | null) => (value === null ? undefined : kobo(value));
  return { amountKobo: read(amount), raisedKobo: read(raised), raisedAt };
}
