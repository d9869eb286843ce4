import { pageWithin } from '../../kernel/lagos-time.js';
import type { Page, PageRequest } from '../../kernel/pagination.js';
import { ParameterFailure } from './failed-answer.js';
import { BeforeOrPassed, Choice, Count, Day, Flag, isTime, Optional } from './input.decorators.js';
import { comparisonOf, type ListKeys, type Order } from './list-keys.js';
import { MOST_ROWS, type Newest, newestOf, type WholeList } from './rows-as-file.js';

/** Options of a list for staff: a page of it, within days in Lagos, or all of it as a file. `SortedBy` adds `sort` and `order`. */
export class ListInput {
  @Optional() @BeforeOrPassed() page?: number;
  @Optional() @Day() from?: string;
  @Optional() @Day() to?: string;
  @Optional() @Count({ min: 1, max: 100, default: 15 }) pnum: number;
  @Optional() @Choice(['json', 'csv'], { default: 'json' }) format: 'json' | 'csv';
  @Optional() @Flag() totals?: boolean;
  sort?: string;
  order?: Order;
}

/** Totals of the newest of the filtered rows. */
export interface Totals {
  readonly count: number;
  readonly sumsKobo: Readonly<Record<string, number>>;
  /** There are older ones, which are not counted. */
  readonly more: boolean;
}

export interface ListPage<Item> extends Page<Item> {
  /** Totals of a sorted list, if they are asked for. */
  readonly totals?: Totals;
}

/** A file says that it has everything, so none is made that would leave rows out. */
export function fileTooLong(): ParameterFailure {
  const most = MOST_ROWS.toLocaleString('en');
  return new ParameterFailure('from', 'invalid', `a file has up to ${most} rows, and this list is longer: choose fewer days`);
}

/** The requested page, or the whole list for a file. @throws ParameterFailure, also if a file would leave rows out */
export async function pageOrWhole<Item>(
  input: ListInput,
  keys: ListKeys<Item>,
  list: (request: PageRequest) => Promise<Page<Item>>,
  size = input.pnum,
): Promise<ListPage<Item> | WholeList<Item>> {
  const { page, from, to, format, totals } = input;
  const compare = comparisonOf(input, keys);
  if (page !== undefined && isTime(page) === (compare !== undefined)) throw new ParameterFailure('page', 'invalid');
  const everything = pageWithin({ from, to }, undefined, size);
  if (format === 'csv') {
    const { items, more } = await newestOf(list, compare ? everything : pageWithin({ from, to }, page, size));
    if (more) throw fileTooLong();
    return { items: compare ? items.toSorted(compare) : items, next: undefined, isFile: true };
  }
  if (compare) {
    const newest = await newestOf(list, everything);
    return { ...cut(newest.items.toSorted(compare), page ?? 0, size), totals: totalsOf(newest, keys) };
  }
  const asked = await list(pageWithin({ from, to }, page, size));
  return totals ? { ...asked, totals: totalsOf(await newestOf(list, everything), keys) } : asked;
}

/** `next` is how many rows are passed. */
function cut<Item>(items: readonly Item[], passed: number, size: number): Page<Item> {
  const end = passed + size;
  return { items: items.slice(passed, end), next: end < items.length ? end : undefined };
}

function totalsOf<Item>({ items, more }: Newest<Item>, { sums = {} }: ListKeys<Item>): Totals {
  const sumsKobo = Object.entries(sums).map(([name, amountOf]) => [name, items.reduce((sum, item) => sum + amountOf(item), 0)]);
  return { count: items.length, sumsKobo: Object.fromEntries(sumsKobo) as Totals['sumsKobo'], more };
}
