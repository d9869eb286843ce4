import type { RecordKind, RecordSummary } from '../../../../kernel/staff-records.js';

export interface FoundRecord extends RecordSummary {
  readonly kind: RecordKind;
}

/** The first of each list, then the second of each and so on, up to the limit; each list stays together. */
export function fairShare<Item>(lists: readonly (readonly Item[])[], limit: number): Item[] {
  const places = lists.flatMap((list, order) => list.map((item, place) => ({ item, order, place })));
  return places
    .toSorted((one, other) => one.place - other.place || one.order - other.order)
    .slice(0, limit)
    .toSorted((one, other) => one.order - other.order || one.place - other.place)
    .map(({ item }) => item);
}
