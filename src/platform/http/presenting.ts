import { kobo, toNaira } from '../../kernel/money.js';
import type { Page } from '../../kernel/pagination.js';
import type { ListPage, Totals } from './list-input.js';
import { RowsAsFile, type WholeList } from './rows-as-file.js';

type Present<Item, Wire> = (item: Item) => Wire;

/** Answered in place of the envelope, where the caller's protocol wants nothing else. */
export class WholeAnswer {
  constructor(
    readonly body: object,
    readonly httpStatus = 200,
  ) {}
}

/** DATA of an operation that answers only a sentence. */
export function comment(text: string): (nothing: void) => { COMMENT: string } {
  const data = { COMMENT: text };
  return () => data;
}

/** Like `comment`, with the id of the new row. */
export function commentWithId(text: string): Present<string, { COMMENT: string; MKID: string }> {
  return (id) => ({ COMMENT: text, MKID: id });
}

export function listOf<Item, Wire>(present: Present<Item, Wire>): Present<readonly Item[], Wire[]> {
  return (items) => items.map((item) => present(item));
}

/** Items and the `page` of the next one, empty on the last page. */
export function pageOf<Item, Wire>(present: Present<Item, Wire>): Present<Page<Item>, { result: Wire[]; pagination: string }> {
  return ({ items, next }) => ({
    result: items.map((item) => present(item)),
    pagination: next === undefined ? '' : String(next),
  });
}

/** Like `pageOf`, with totals if there are any; a whole list is a CSV file of this name. */
export function pageOrFileOf<Item, Wire extends object>(name: string, present: Present<Item, Wire>) {
  const presentPage = pageOf(present);
  return (found: ListPage<Item> | WholeList<Item>) =>
    'isFile' in found
      ? new RowsAsFile(
          name,
          found.items.map((item) => present(item)),
        )
      : { ...presentPage(found), ...presentTotals(found.totals) };
}

/** The items of a page alone; a whole list is a CSV file of this name. */
export function listOrFileOf<Item, Wire extends object>(name: string, present: Present<Item, Wire>) {
  const presentFound = pageOrFileOf(name, present);
  return (found: ListPage<Item> | WholeList<Item>) => {
    const presented = presentFound(found);
    return presented instanceof RowsAsFile ? presented : presented.result;
  };
}

/** Sums are in Naira, under their names. */
export function presentTotals(totals: Totals | undefined) {
  if (!totals) return {};
  const { count, sumsKobo, more } = totals;
  const sums = Object.entries(sumsKobo).map(([name, sumKobo]) => [name, toNaira(kobo(sumKobo))]);
  return { totals: { count, ...(Object.fromEntries(sums) as Record<string, number>), more } };
}

export function oneOrListOf<Item extends object, Wire>(
  present: Present<Item, Wire>,
): Present<Item | readonly Item[], Wire | Wire[]> {
  const presentList = listOf(present);
  return (found) => (isList(found) ? presentList(found) : present(found));
}

export function oneOrPageOf<Item extends object, Wire>(present: Present<Item, Wire>) {
  const presentPage = pageOf(present);
  return (found: Item | Page<Item>) => ('items' in found ? presentPage(found) : present(found));
}

function isList<Item>(found: Item | readonly Item[]): found is readonly Item[] {
  return Array.isArray(found);
}
