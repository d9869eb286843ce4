import { lagosDate, parseLagosDate, parseLagosTime } from '../../../kernel/lagos-time.js';

/** The date in Lagos of what a biller says, a date or a time; empty where it is neither. */
export function dueDateOf(text: string): string {
  const written = /^(\d{4}-\d{2}-\d{2})(?:$|[T ])/.exec(text)?.[1] ?? '';
  if (parseLagosDate(written) === undefined) return '';
  const at = parseLagosTime(text);
  return at === undefined ? written : lagosDate(at);
}
