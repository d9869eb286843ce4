import type { Page } from '../../kernel/pagination.js';

type Present<Item, Wire> = (item: Item) => Wire;

/** DATA of an operation that answers nothing but a sentence. */
export function comment(text: string): (nothing: void) => { COMMENT: string } {
  const data = { COMMENT: text };
  return () => data;
}

export function listOf<Item, Wire>(present: Present<Item, Wire>): Present<readonly Item[], Wire[]> {
  return (items) => items.map((item) => present(item));
}

/** A list as an object: its items, and the `page` of the next one, empty on the last page. */
export function pageOf<Item, Wire>(present: Present<Item, Wire>): Present<Page<Item>, { result: Wire[]; pagination: string }> {
  return ({ items, next }) => ({
    result: items.map((item) => present(item)),
    pagination: next === undefined ? '' : String(next),
  });
}
