import { Entity, Index, type FindOptionsWhere, In, LessThanOrEqual, Not } from 'typeorm';
import { CountColumn, IdColumn, KoboColumn, PrimaryIdColumn, TextColumn } from '../../platform/database/columns.js';
import {
  type Span,
  type RecordedFigures,
  Statistics,
  startMs,
  type Period,
  type Figures,
  FIGURES,
  isEqual,
  ZERO_FIGURES,
  sum,
  ALL_COUNTRIES,
  lockOrder,
  type PeriodFigures,
  type PeriodCounter,
  type CountedPurchase,
  type CountedUser,
} from './statistics.js';
import { Injectable } from '@nestjs/common';
import { lagosDate } from '../../kernel/lagos-time.js';
import type { ColumnValue } from '../../kernel/row-changes.js';
import { type Page, type PageRequest, readPage } from '../../kernel/pagination.js';
import { Database } from '../../platform/database/database.js';
import { placeholders } from '../../platform/database/placeholders.js';

@Entity('statistic')
@Index('statistic_country', ['span', 'country', 'start'])
export class StatisticRow {
  @TextColumn('span', 5, { primary: true }) span: Span;
  @TextColumn('start_day', 10, { primary: true }) start: string;
  /** ISO code, or ALL. */
  @TextColumn('country_code', 3, { primary: true }) country: string;
  @CountColumn('new_users', { default: 0 }) newUsers: number;
  @CountColumn('new_visitors', { default: 0 }) newVisitors: number;
  @CountColumn('active_users', { default: 0 }) activeUsers: number;
  @CountColumn('new_products', { default: 0 }) newProducts: number;
  @CountColumn('purchases', { default: 0 }) purchases: number;
  @CountColumn('completed', { default: 0 }) completed: number;
  @KoboColumn('volume_kobo', { default: 0 }) volumeKobo: number;
  @KoboColumn('revenue_kobo', { default: 0 }) revenueKobo: number;
  @CountColumn('mobiles', { default: 0 }) mobiles: number;
  @CountColumn('computers', { default: 0 }) computers: number;
}

@Entity('counted_user')
@Index('counted_user_day', ['day', 'country'])
export class CountedUserRow {
  @PrimaryIdColumn('user_id') userId: string;
  @TextColumn('day', 10) day: string;
  @TextColumn('country_code', 3) country: string;
}

@Entity('counted_purchase')
@Index('counted_purchase_day', ['day'])
export class CountedPurchaseRow {
  @PrimaryIdColumn('purchase_id') purchaseId: string;
  @TextColumn('day', 10) day: string;
  @TextColumn('country_code', 3) country: string;
  @CountColumn('completed') completed: number;
  @KoboColumn('volume_kobo') volumeKobo: number;
  @KoboColumn('revenue_kobo') revenueKobo: number;
}

@Entity('active_user')
export class ActiveUserRow {
  @TextColumn('span', 5, { primary: true }) span: Span;
  @TextColumn('start_day', 10, { primary: true }) start: string;
  @IdColumn('user_id', { primary: true }) userId: string;
}

export const STATISTIC_ROWS = [StatisticRow, CountedUserRow, CountedPurchaseRow, ActiveUserRow];

const KEY = ['span', 'start_day', 'country_code'];
const COLUMNS = FIGURES.map((name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));

const ROWS_PER_STATEMENT = 100;

function toValues({ span, start, country, figures }: PeriodFigures): ColumnValue[] {
  return [span, start, country, ...FIGURES.map((name) => figures[name])];
}

function toFigures(row: StatisticRow): PeriodFigures {
  const { span, start, country } = row;
  return { span, start, country, figures: sum(ZERO_FIGURES, row) };
}

function toRecorded(row: StatisticRow): RecordedFigures {
  return { ...toFigures(row), createdAt: startMs(row) };
}

@Injectable()
export class TypeormStatistics extends Statistics {
  constructor(private readonly database: Database) {
    super();
  }

  async lock(periods: readonly Period[]): Promise<void> {
    const single = new Map(periods.map((period) => [`${period.span} ${period.start}`, period]));
    // Adding zero creates a missing row and locks an existing one.
    await this.write(
      [...single.values()].map((period) => ({ ...period, country: ALL_COUNTRIES, figures: ZERO_FIGURES })),
      'add',
    );
  }

  async add(tally: PeriodCounter): Promise<void> {
    const entries = tally.entries();
    if (entries.length > 0) await this.database.transaction(() => this.write(entries, 'add'));
  }

  async find(periods: readonly Period[]): Promise<PeriodFigures[]> {
    const [first] = periods;
    if (!first) return [];
    const rows = await this.rows.findBy({
      span: first.span,
      start: In(periods.map(({ start }) => start)),
      country: ALL_COUNTRIES,
    });
    return rows.map(toFigures);
  }

  async ofCountries({ span, start }: Period): Promise<PeriodFigures[]> {
    const rows = await this.rows.findBy({ span, start });
    return rows.filter(({ country }) => country !== ALL_COUNTRIES).map(toFigures);
  }

  list(span: Span, page: PageRequest): Promise<Page<RecordedFigures>> {
    return this.page({ span, country: ALL_COUNTRIES }, page);
  }

  listOfCountries(span: Span, page: PageRequest): Promise<Page<RecordedFigures>> {
    return this.page({ span, country: Not(ALL_COUNTRIES) }, page);
  }

  async replace({ span, start }: Period, figures: ReadonlyMap<string, Figures>): Promise<boolean> {
    const before = await this.rows.findBy({ span, start });
    const gone = before.filter(({ country }) => !figures.has(country) && country !== ALL_COUNTRIES);
    const known = new Map(before.map((row) => [row.country, row]));
    const wrong = [...figures]
      .map(([country, each]) => ({ span, start, country, figures: each }))
      .filter(({ country, figures: each }) => !isEqual(known.get(country) ?? ZERO_FIGURES, each));
    if (gone.length > 0) await this.rows.delete({ span, start, country: In(gone.map(({ country }) => country)) });
    await this.write(wrong, 'set');
    return gone.length + wrong.length > 0;
  }

  async users(userIds: readonly string[]): Promise<ReadonlyMap<string, CountedUser>> {
    const rows = await this.database.repository(CountedUserRow).findBy({ userId: In([...userIds]) });
    return new Map(rows.map((row) => [row.userId, row]));
  }

  async addUsers(users: readonly CountedUser[]): Promise<void> {
    if (users.length > 0) await this.database.repository(CountedUserRow).insert([...users]);
  }

  async purchases(purchaseIds: readonly string[]): Promise<ReadonlyMap<string, CountedPurchase>> {
    const rows = await this.database.repository(CountedPurchaseRow).findBy({ purchaseId: In([...purchaseIds]) });
    return new Map(rows.map((row) => [row.purchaseId, toPurchase(row)]));
  }

  async savePurchases(purchases: readonly CountedPurchase[]): Promise<void> {
    if (purchases.length === 0) return;
    await this.database
      .repository(CountedPurchaseRow)
      .createQueryBuilder()
      .insert()
      .values(purchases.map(toRow))
      .orUpdate(['completed', 'volume_kobo', 'revenue_kobo'], ['purchase_id'])
      .updateEntity(false)
      .execute();
  }

  async activeUsers({ span, start }: Period, userIds: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await this.database.repository(ActiveUserRow).findBy({ span, start, userId: In([...userIds]) });
    return new Set(rows.map(({ userId }) => userId));
  }

  async addActiveUsers({ span, start }: Period, userIds: readonly string[]): Promise<void> {
    if (userIds.length > 0)
      await this.database.repository(ActiveUserRow).insert(userIds.map((userId) => ({ span, start, userId })));
  }

  private page(of: FindOptionsWhere<StatisticRow>, request: PageRequest): Promise<Page<RecordedFigures>> {
    // Matches the index backwards, so that the first rows are found without sorting.
    const order = { start: 'DESC', country: 'DESC' } as const;
    return readPage(request, async (before, take) => {
      // A period that began before this time began on its day, in Lagos, at the latest.
      const when = before === undefined ? {} : { start: LessThanOrEqual(lagosDate(before - 1)) };
      return (await this.rows.find({ where: { ...of, ...when }, order, take })).map(toRecorded);
    });
  }

  private async write(entries: readonly PeriodFigures[], how: 'add' | 'set'): Promise<void> {
    const ordered = entries.toSorted(lockOrder);
    for (let from = 0; from < ordered.length; from += ROWS_PER_STATEMENT) {
      const chunk = ordered.slice(from, from + ROWS_PER_STATEMENT);
      await this.database.rowsOnce(this.upsert(chunk.length, how), chunk.flatMap(toValues));
    }
  }

  private upsert(rows: number, how: 'add' | 'set'): string {
    const isMysql = this.database.dialect === 'mysql';
    const changes = COLUMNS.map((column) => {
      const given = isMysql ? `VALUES(${column})` : `excluded.${column}`;
      return how === 'set' ? `${column} = ${given}` : `${column} = statistic.${column} + ${given}`;
    });
    const row = `(${placeholders([...KEY, ...COLUMNS])})`;
    return [
      `INSERT INTO statistic (${[...KEY, ...COLUMNS].join()}) VALUES ${Array<string>(rows).fill(row).join()}`,
      isMysql ? 'ON DUPLICATE KEY UPDATE' : `ON CONFLICT (${KEY.join()}) DO UPDATE SET`,
      changes.join(),
    ].join(' ');
  }

  private get rows() {
    return this.database.repository(StatisticRow);
  }
}

function toRow({ purchaseId, day, country, figures }: CountedPurchase): CountedPurchaseRow {
  const { completed, volumeKobo, revenueKobo } = figures;
  return { purchaseId, day, country, completed, volumeKobo, revenueKobo };
}

function toPurchase({ purchaseId, day, country, completed, volumeKobo, revenueKobo }: CountedPurchaseRow): CountedPurchase {
  return { purchaseId, day, country, figures: { purchases: 1, completed, volumeKobo, revenueKobo } };
}
