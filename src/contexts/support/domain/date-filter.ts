import { DAY_MS } from '../../../kernel/clock.js';
import { parseLagosDate, parseLagosTime } from '../../../kernel/lagos-time.js';

const TIME_WITH_ZONE = /T.*(Z|[+-]\d{2}:\d{2})$/;

/** Unix ms: `from` is inclusive, `until` exclusive. */
export interface TimeRange {
  readonly from: number;
  readonly until: number;
}

/**
 * Parses a day of Africa/Lagos (`2026-11-20`), a time with its zone (`2026-11-20T10:00:00Z`), or unix seconds or milliseconds.
 * Undefined for anything else, and for days that are not in the calendar.
 */
export function parseDateFilter(text: string): TimeRange | undefined {
  if (/^[0-9]{10}$/.test(text)) return { from: Number(text) * 1000, until: (Number(text) + 1) * 1000 };
  if (/^[0-9]{13}$/.test(text)) return { from: Number(text), until: Number(text) + 1 };
  const midnight = parseLagosDate(text);
  if (midnight !== undefined) return { from: midnight, until: midnight + DAY_MS };
  const time = TIME_WITH_ZONE.test(text) ? parseLagosTime(text) : undefined;
  return time === undefined ? undefined : { from: time, until: time + 1 };
}
