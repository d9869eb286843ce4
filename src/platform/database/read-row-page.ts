import { type FindOptionsSelect, type FindOptionsWhere, LessThan, type Repository } from 'typeorm';
import { type Page, type PageRequest, readPage } from '../../kernel/pagination.js';

interface PagedRow {
  readonly id: string;
  readonly createdAt: number;
}

/** One page of the rows that match any condition, newest first; a query for each condition, so that each uses its index. */
export function readRowPage<Row extends PagedRow>(
  rows: Repository<Row>,
  conditions: FindOptionsWhere<Row> | readonly FindOptionsWhere<Row>[],
  page: PageRequest,
  select?: FindOptionsSelect<Row>,
): Promise<Page<Row>> {
  const list: readonly object[] = Array.isArray(conditions) ? conditions : [conditions];
  const find = async (keyset: object, take: number): Promise<Row[]> => {
    const options = { order: { createdAt: 'DESC', id: 'DESC' }, select, take };
    type Options = Parameters<typeof rows.find>[0];
    const found = await Promise.all(
      list.map((condition) => rows.find({ ...options, where: { ...condition, ...keyset } } as Options)),
    );
    return found.length === 1 ? found[0]! : newestOf(found.flat(), take);
  };
  return readPage(page, (before, take) => find(before === undefined ? {} : { createdAt: LessThan(before) }, take));
}

function newestOf<Row extends PagedRow>(rows: readonly Row[], limit: number): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return [...byId.values()].toSorted((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1)).slice(0, limit);
}
