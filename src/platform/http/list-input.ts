import { pageWithin } from '../../kernel/days.js';
import type { Page, PageRequest } from '../../kernel/pagination.js';
import { Before, Choice, Count, Day, Optional } from './input.decorators.js';
import { type WholeList, wholeList } from './rows-as-file.js';

/** What staff ask of a list: a page of it, within days in Lagos, or all of it as a file. */
export class ListInput {
  @Optional() @Before() page?: number;
  @Optional() @Day() from?: string;
  @Optional() @Day() to?: string;
  @Optional() @Count({ min: 1, max: 100, default: 15 }) pnum: number;
  @Optional() @Choice(['json', 'csv'], { default: 'json' }) format: 'json' | 'csv';
}

/** The page that is asked for, or the newest of the whole list where a file is. */
export function pageOrWhole<Item>(
  { page, from, to, pnum, format }: ListInput,
  list: (request: PageRequest) => Promise<Page<Item>>,
  size = pnum,
): Promise<Page<Item> | WholeList<Item>> {
  const request = pageWithin({ from, to }, page, size);
  return format === 'csv' ? wholeList(list, request) : list(request);
}
