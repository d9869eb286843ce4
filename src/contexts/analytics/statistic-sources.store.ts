import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { UNKNOWN_COUNTRY } from '../location/index.js';
import { StatisticSources, lastDay, type Period, type Figures, ZERO_FIGURES, sum, ALL_COUNTRIES } from './statistics.js';
import { type DeviceKind, visitFigures } from './visits.js';

interface Sum {
  readonly country: string | null;
  /** Decimals arrive as strings. */
  readonly number: number | string;
}

const DAYS = `
  SELECT day FROM visitor_log UNION SELECT day FROM counted_user UNION SELECT day FROM counted_purchase
  UNION SELECT start_day FROM active_user WHERE span = 'day' UNION SELECT start_day FROM statistic WHERE span = 'day'`;
const USERS = 'SELECT country_code AS country, COUNT(*) AS number FROM counted_user WHERE day = ? GROUP BY country_code';
const VISITS = `
  SELECT country_code AS country, device_kind AS kind, COUNT(*) AS number FROM visitor_log
  WHERE day = ? GROUP BY country_code, device_kind`;
const PURCHASES = `
  SELECT country_code AS country, COUNT(*) AS number, SUM(completed) AS completed, SUM(volume_kobo) AS volume,
    SUM(revenue_kobo) AS revenue
  FROM counted_purchase WHERE day = ? GROUP BY country_code`;
const ACTIVE = `
  SELECT u.country_code AS country, COUNT(*) AS number FROM active_user a LEFT JOIN counted_user u ON u.user_id = a.user_id
  WHERE a.span = ? AND a.start_day = ? GROUP BY u.country_code`;
/** Users who were active on a day also count for its week and month. */
const ADD_ACTIVE = `
  INSERT INTO active_user (span, start_day, user_id)
  SELECT DISTINCT ?, ?, d.user_id FROM active_user d
  WHERE d.span = 'day' AND d.start_day BETWEEN ? AND ? AND NOT EXISTS (
    SELECT 1 FROM active_user p WHERE p.span = ? AND p.start_day = ? AND p.user_id = d.user_id)`;
const SUMS = {
  newUsers: 'new_users',
  newVisitors: 'new_visitors',
  newProducts: 'new_products',
  purchases: 'purchases',
  completed: 'completed',
  volumeKobo: 'volume_kobo',
  revenueKobo: 'revenue_kobo',
  mobiles: 'mobiles',
  computers: 'computers',
} as const;
const PERIOD = `
  SELECT country_code AS country, ${Object.values(SUMS)
    .map((column) => `SUM(${column}) AS ${column}`)
    .join(', ')}
  FROM statistic WHERE span = 'day' AND start_day BETWEEN ? AND ? GROUP BY country_code`;

@Injectable()
export class TypeormStatisticSources extends StatisticSources {
  constructor(private readonly database: Database) {
    super();
  }

  async days(): Promise<string[]> {
    const rows = await this.database.rows<{ day: string }>(DAYS);
    return rows.map(({ day }) => day).toSorted();
  }

  async sumOfDay(day: string): Promise<Map<string, Figures>> {
    const sums = new Sums();
    for (const { country, number } of await this.database.rows<Sum>(USERS, [day]))
      sums.add(country, { newUsers: Number(number) });
    for (const { country, kind, number } of await this.database.rows<Sum & { kind: DeviceKind }>(VISITS, [day]))
      sums.add(country, visitFigures(kind, Number(number)));
    for (const row of await this.database.rows<PurchaseSum>(PURCHASES, [day])) {
      sums.add(row.country, {
        purchases: Number(row.number),
        completed: Number(row.completed),
        volumeKobo: Number(row.volume),
        revenueKobo: Number(row.revenue),
      });
    }
    await this.addActive({ span: 'day', start: day }, sums);
    return sums.byCountry;
  }

  async sumOfPeriod(period: Period): Promise<Map<string, Figures>> {
    const { span, start } = period;
    const end = lastDay(period);
    const sums = new Sums();
    for (const row of await this.database.rows<PeriodSum>(PERIOD, [start, end])) {
      const figures = Object.entries(SUMS).map(([name, column]) => [name, Number(row[column])]);
      sums.add(row.country, Object.fromEntries(figures) as Partial<Figures>);
    }
    await this.database.rows(ADD_ACTIVE, [span, start, start, end, span, start]);
    const active = await this.addActive(period, sums);
    sums.add(ALL_COUNTRIES, { activeUsers: active });
    return sums.byCountry;
  }

  private async addActive({ span, start }: Period, sums: Sums): Promise<number> {
    let all = 0;
    for (const { country, number } of await this.database.rows<Sum>(ACTIVE, [span, start])) {
      sums.add(country, { activeUsers: Number(number) });
      all += Number(number);
    }
    return all;
  }
}

interface PurchaseSum extends Sum {
  readonly completed: number | string;
  readonly volume: number | string;
  readonly revenue: number | string;
}

type PeriodSum = Readonly<Record<(typeof SUMS)[keyof typeof SUMS], number | string>> & { readonly country: string };

class Sums {
  readonly byCountry = new Map<string, Figures>();

  /** Users who were never counted, and visitors of unknown places, have no country. */
  add(country: string | null, figures: Partial<Figures>): void {
    const code = country || UNKNOWN_COUNTRY;
    this.byCountry.set(code, sum(this.byCountry.get(code) ?? ZERO_FIGURES, figures));
  }
}
