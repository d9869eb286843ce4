import { lagosDate } from '../../../kernel/clock.js';

const DAY_MS = 86_400_000;
const MOMENT = /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(:[0-9]{2}(\.[0-9]{1,3})?)?(Z|[+-][0-9]{2}:[0-9]{2})$/;

/** Unix ms: from (inclusive), until (exclusive). */
export interface TimeRange {
  readonly from: number;
  readonly until: number;
}

/**
 * Reads a day (`2026-11-20`, in Africa/Lagos), a time (`2026-11-20T10:00:00Z`), or unix seconds or milliseconds.
 * Undefined for anything else, including days that do not exist.
 */
export function parseDateFilter(text: string): TimeRange | undefined {
  if (/^[0-9]{10}$/.test(text)) return { from: Number(text) * 1000, until: (Number(text) + 1) * 1000 };
  if (/^[0-9]{13}$/.test(text)) return { from: Number(text), until: Number(text) + 1 };
  if (/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text)) {
    const from = Date.parse(`${text}T00:00:00+01:00`);
    return Number.isNaN(from) || lagosDate(from) !== text ? undefined : { from, until: from + DAY_MS };
  }
  const moment = MOMENT.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(moment) ? undefined : { from: moment, until: moment + 1 };
}
