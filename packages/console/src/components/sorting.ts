import type { Action, Input } from '@harmattan/client';
import { useAddressSearch } from './use-address.js';

/** Names by which the service sorts the list of an operation. */
export type SortOf<A extends Action> = 'sort' extends keyof Input<A> ? Extract<Input<A>['sort'], string> : never;

export type Order = 'asc' | 'desc';

/** By what a list is sorted. */
export interface Sorting {
  /** Undefined: newest first. */
  readonly sort: string | undefined;
  readonly order: Order;
  readonly onChange: (sort: string, order: Order) => void;
}

/** How the service names the time that a list is newest first by. */
export const RECORDED = 'recorded';

/** What the address says, as far as a column of the list has it: several lists may share an address. */
export function useSorting(columns: readonly { readonly sort?: string }[]): Sorting {
  const [search, change] = useAddressSearch();
  const { sort } = columns.find((column) => column.sort !== undefined && column.sort === search['sort']) ?? {};
  return {
    sort,
    order: sort !== undefined && search['order'] === 'asc' ? 'asc' : 'desc',
    onChange: (name, order) => {
      const isNewestFirst = name === RECORDED && order === 'desc';
      change({ sort: isNewestFirst ? undefined : name, order: order === 'asc' ? order : undefined });
    },
  };
}

/** Parameters of it. */
export function sorted({ sort, order }: Sorting): Readonly<Record<string, string>> {
  if (sort === undefined) return {};
  return { sort, ...(order === 'asc' ? { order } : {}) };
}
