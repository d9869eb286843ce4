import { DAY_MS } from '../../../kernel/clock.js';

/** In which signing in undoes the closing. */
export const CLOSING_PERIOD_MS = 30 * DAY_MS;

/** Nobody's: mail to the domain is never delivered (RFC 2606). */
export function addressOfClosed(userId: string): string {
  return `${userId.toLowerCase()}@closed.invalid`;
}
