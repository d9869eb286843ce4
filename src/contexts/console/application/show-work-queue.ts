import { Injectable } from '@nestjs/common';
import type { FoundRecord, RecordKind } from '../domain/record-summary.js';
import { OpenRecords, StaffRecordSources } from './ports/staff-records.js';

/** Bounds the cost of a count. */
const COUNT_LIMIT = 1_000;
const SHOWN = 5;

export interface OpenWork {
  readonly kind: RecordKind;
  readonly count: number;
  /** There are more than were counted. */
  readonly hasMore: boolean;
  /** The longest open first. */
  readonly oldest: readonly FoundRecord[];
}

/** What waits for staff, of every kind that a member of staff may see. */
@Injectable()
export class ShowWorkQueue {
  constructor(private readonly sources: StaffRecordSources) {}

  execute(grants: ReadonlySet<string> | undefined): Promise<OpenWork[]> {
    const sources = this.sources.visibleTo(grants).filter((source) => source instanceof OpenRecords);
    return Promise.all(
      sources.map(async (source) => {
        const { kind } = source;
        const [count, oldest] = await Promise.all([source.countOpen(COUNT_LIMIT + 1), source.listOpen(SHOWN)]);
        return {
          kind,
          count: Math.min(count, COUNT_LIMIT),
          hasMore: count > COUNT_LIMIT,
          oldest: oldest.map((record) => ({ ...record, kind })),
        };
      }),
    );
  }
}
