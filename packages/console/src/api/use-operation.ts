import type { Action, Data, HarmattanError, Input, Page, PagedAction } from '@harmattan/client';
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { isSomebodyThere } from '../session/presence.js';
import { call, readPage } from './client.js';

export interface ReadOptions<Answer = never> {
  readonly enabled?: boolean;
  /** Always, or while the answer is so. */
  readonly refetchMs?: number | ((answer: Answer) => number | undefined);
}

/** DATA of an operation that reads. Calls with the same parameters share one answer. */
export function useOperation<A extends Action>(
  action: A,
  input: Input<A>,
  { enabled = true, refetchMs }: ReadOptions<Data<A>> = {},
): UseQueryResult<Data<A>, HarmattanError> {
  return useQuery<Data<A>, HarmattanError>({
    queryKey: [action, input],
    queryFn: ({ signal }) => call(action, input, { signal }),
    enabled,
    refetchInterval: ({ state: { data } }) => {
      const everyMs = typeof refetchMs === 'function' ? data && refetchMs(data) : refetchMs;
      return whilePresent(everyMs);
    },
  });
}

interface PageOptions {
  readonly enabled?: boolean;
  readonly refetchMs?: number | undefined;
}

/** One page of a list; the one before it stays until it is there. An empty list is no error. */
export function usePage<A extends PagedAction>(
  action: A,
  input: Input<A>,
  { enabled = true, refetchMs }: PageOptions = {},
): UseQueryResult<Page<A>, HarmattanError> {
  return useQuery<Page<A>, HarmattanError>({
    queryKey: [action, 'page', input],
    queryFn: ({ signal }) => readPage(action, input, { signal }),
    placeholderData: keepPreviousData,
    enabled,
    refetchInterval: () => whilePresent(refetchMs),
  });
}

function whilePresent(everyMs: number | undefined): number | false {
  return everyMs !== undefined && isSomebodyThere() ? everyMs : false;
}
