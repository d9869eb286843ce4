import { addDays, lagosMidnight } from './lagos-time.js';
import type { PageRequest } from './pagination.js';

/** Days in Lagos, both included; without one of them it is open there. */
export interface Days {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** @param page unix ms, exclusive; undefined for the first page */
export function pageWithin({ from, to }: Days, page: number | undefined, size: number): PageRequest {
  const end = to === undefined ? Infinity : lagosMidnight(addDays(to, 1));
  const before = Math.min(end, page ?? Infinity);
  return {
    before: before === Infinity ? undefined : before,
    size,
    ...(from === undefined ? {} : { from: lagosMidnight(from) }),
  };
}
