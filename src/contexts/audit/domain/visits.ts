import { MINUTE_MS } from '../../../kernel/clock.js';

const VISIT_MS = 10 * MINUTE_MS;

export interface Read {
  readonly staffId: string;
  readonly subject: string;
  readonly action: string;
  readonly createdAt: number;
  /** Changes are never part of a visit. */
  readonly isRead: boolean;
}

/**
 * Whoever opens a record reads it by several operations: what the same member of staff read of it within ten minutes is one visit, in
 * the place of its latest read. @param records newest first @returns the reads of each visit, or one change
 */
export function visitsOf<Record extends Read>(records: readonly Record[]): [Record, ...Record[]][] {
  const visits: [Record, ...Record[]][] = [];
  for (const record of records) {
    const visit = visits.find(([latest, ...rest]) => isSame(latest, rest.at(-1) ?? latest, record));
    if (visit) visit.push(record);
    else visits.push([record]);
  }
  return visits;
}

function isSame(latest: Read, earliest: Read, { isRead, staffId, subject, createdAt }: Read): boolean {
  if (!isRead || !latest.isRead) return false;
  return latest.staffId === staffId && latest.subject === subject && earliest.createdAt - createdAt < VISIT_MS;
}
