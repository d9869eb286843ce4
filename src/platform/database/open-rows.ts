import type { FindOptionsWhere, Repository } from 'typeorm';

interface TimedRow {
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

/** The oldest rows that match any condition; no row may match two. */
export async function oldestRows<Row extends TimedRow>(
  rows: Repository<Row>,
  conditions: readonly FindOptionsWhere<Row>[],
  limit: number,
): Promise<Row[]> {
  type Options = Parameters<typeof rows.find>[0];
  const order = { createdAt: 'ASC', id: 'ASC' };
  const found = await Promise.all(conditions.map((where) => rows.find({ where, order, take: limit } as Options)));
  return found
    .flat()
    .toSorted((one, other) => one.createdAt - other.createdAt)
    .slice(0, limit);
}
