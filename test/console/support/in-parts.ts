/** So many pages are painted at once: with more of them than cores, one page waits longer than its time-out now and then. */
const PAGES = 2;

/** The items in as many parts as pages are painted at once. */
export function inParts<Item>(items: readonly Item[]): Item[][] {
  return Array.from({ length: PAGES }, (_, part) => items.filter((__, place) => place % PAGES === part));
}
