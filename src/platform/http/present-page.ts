import type { Page } from '../../kernel/pagination.js';

/** A list as an object: its items, and the `page` of the next one, empty when nothing more remains. */
export function presentPage<Item, Wire>({ items, next }: Page<Item>, present: (item: Item) => Wire) {
  return { result: items.map(present), pagination: next === undefined ? '' : String(next) };
}
