import { Injectable } from '@nestjs/common';
import { type FindOptionsWhere, In, LessThanOrEqual, Not } from 'typeorm';
import { lagosDate } from '../../../../kernel/lagos-time.js';
import type { ColumnValue } from '../../../../kernel/row-changes.js';
import { type Page, type PageRequest, readPage } from '../../../../kernel/pagination.js';
import { Database } from '../../../../platform/database/database.js';
import { type RecordedFigures, Statistics } from '../../application/ports.js';
import { startMs, type Period, type Span } from '../../domain/calendar.js';
import { type Figures, FIGURES, isEqual, ZERO_FIGURES, sum } from '../../domain/figures.js';
import { ALL_COUNTRIES, lockOrder, type PeriodFigures, type PeriodCounter } from '../../domain/period-counter.js';
import { StatisticRow } from './analytics.rows.js';
import { placeholders } from '../../../../platform/database/placeholders.js';

const KEY = ['span', 'start_day', 'country_code'];
const COLUMNS = FIGURES.map((name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));

const ROWS_PER_STATEMENT = 100;

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
