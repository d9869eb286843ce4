import { type FindOptionsWhere, In, MoreThan, MoreThanOrEqual, type Repository } from 'typeorm';
import { OpenRecords, type RecordSummary, type SearchableRecord } from '../../kernel/records.js';
import type { Database } from './database.js';

export interface TimedRow {
  readonly id: string;
  readonly createdAt: number;
}

/** Rows that match any condition, counted up to the limit; a query for each condition, so that each uses its index. */
export async function countRows<Row extends TimedRow>(
  rows: Repository<Row>,
  conditions: readonly FindOptionsWhere<Row>[],
  limit: number,
): Promise<number> {
  type Options = Parameters<typeof rows.find>[0];
  const found = await Promise.all(conditions.map((where) => rows.find({ select: { id: true }, where, take: limit } as Options)));
  return Math.min(found.flat().length, limit);
}

/** The oldest rows that match any condition; no row may match two. @param after recorded later than that */
export async function oldestRows<Row extends TimedRow>(
  rows: Repository<Row>,
  conditions: readonly FindOptionsWhere<Row>[],
  limit: number,
  after?: number,
): Promise<Row[]> {
  type Options = Parameters<typeof rows.find>[0];
  const order = { createdAt: 'ASC', id: 'ASC' };
  const since = after === undefined ? {} : { createdAt: MoreThan(after) };
  const found = await Promise.all(
    conditions.map((condition) => rows.find({ where: { ...condition, ...since }, order, take: limit } as Options)),
  );
  return found
    .flat()
    .toSorted((one, other) => one.createdAt - other.createdAt)
    .slice(0, limit);
}

/** The ids whose row matches a condition. */
export async function idsAmong<Row extends TimedRow>(
  rows: Repository<Row>,
  conditions: readonly FindOptionsWhere<Row>[],
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  type Options = Parameters<typeof rows.find>[0];
  const where = conditions.map((condition) => ({ ...condition, id: In([...ids]) }));
  const found = await rows.find({ select: { id: true }, where } as Options);
  return new Set(found.map(({ id }) => id));
}

/** In one query, in no order. */
export async function rowsById<Row extends TimedRow>(rows: Repository<Row>, ids: readonly string[]): Promise<Row[]> {
  type Options = Parameters<typeof rows.find>[0];
  return ids.length === 0 ? [] : rows.find({ where: { id: In([...ids]) } } as Options);
}

/** The newest rows that were recorded at or after a moment, newest first. */
export function newestRows<Row extends TimedRow>(
  rows: Repository<Row>,
  since: number,
  limit: number,
  where: FindOptionsWhere<Row> = {},
): Promise<Row[]> {
  type Options = Parameters<typeof rows.find>[0];
  const recorded = since === 0 ? {} : { createdAt: MoreThanOrEqual(since) };
  const order = { createdAt: 'DESC', id: 'DESC' };
  return rows.find({ where: { ...where, ...recorded }, order, take: limit } as Options);
}

/** Records of staff that are rows of one table, and open by conditions of which no row matches two. */
export abstract class OpenRows<Row extends TimedRow> extends OpenRecords {
  constructor(
    protected readonly database: Database,
    private readonly row: new () => Row,
    private readonly open: readonly FindOptionsWhere<Row>[],
  ) {
    super();
  }

  protected abstract summaryOf(row: Row): RecordSummary;

  override async recent(since: number, limit: number): Promise<SearchableRecord[]> {
    const rows = await newestRows(this.rows, since, limit);
    return rows.map((row) => ({ ...this.summaryOf(row), words: '' }));
  }

  override countOpen(limit: number): Promise<number> {
    return countRows(this.rows, this.open, limit);
  }

  override async listOpen(limit: number, after?: number): Promise<RecordSummary[]> {
    return (await oldestRows(this.rows, this.open, limit, after)).map((row) => this.summaryOf(row));
  }

  override openAmong(ids: readonly string[]): Promise<ReadonlySet<string>> {
    return idsAmong(this.rows, this.open, ids);
  }

  override async named(ids: readonly string[]): Promise<RecordSummary[]> {
    return (await rowsById(this.rows, ids)).map((row) => this.summaryOf(row));
  }

  protected get rows(): Repository<Row> {
    return this.database.repository(this.row);
  }
}
