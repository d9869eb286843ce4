import { DAY_MS } from '../../../kernel/clock.js';

/** How long the file can be fetched. */
export const EXPORT_LIFE_MS = 7 * DAY_MS;
export const EXPORTS_PER_DAY = 3;
/** A job that takes longer has failed for good. */
export const EXPORT_TIMEOUT_MS = DAY_MS;
