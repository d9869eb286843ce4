import { newId } from '../../../../kernel/ids.js';

/** Lagos has no summer time. */
const LAGOS_OFFSET_MS = 3_600_000;

/** The minute in Lagos (`YYYYMMDDHHmm`), which VTpass refuses on another day there, and an id of ours. */
export function vtpassReference(now: number): string {
  const minute = new Date(now + LAGOS_OFFSET_MS).toISOString().replace(/\D/g, '').slice(0, 12);
  return minute + newId();
}
