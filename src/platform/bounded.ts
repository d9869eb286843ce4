/** Options of an `LRUCache` of so many entries. It takes memory as it fills, while `max` reserves it for all of them, which costs each start time. */
export function bounded(entries: number): { readonly maxSize: number; readonly sizeCalculation: () => number } {
  return { maxSize: entries, sizeCalculation: () => 1 };
}
