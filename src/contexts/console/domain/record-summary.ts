/** In the order in which staff see them. */
export const RECORD_KINDS = [
  'user',
  'purchase',
  'deposit',
  'suspense',
  'transfer',
  'ticket',
  'contact',
  'system_log',
  'proposal',
  'webhook',
  'job',
  'fault',
] as const;
export type RecordKind = (typeof RECORD_KINDS)[number];

/** What staff see of a record in a list of several kinds. */
export interface RecordSummary {
  readonly id: string;
  readonly title: string;
  readonly detail: string;
  /** As in the answers about records of its kind. */
  readonly status: string;
  /** Whose it is; empty where nobody's. */
  readonly userId: string;
  readonly createdAt: number;
}

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
