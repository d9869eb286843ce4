import { Injectable } from '@nestjs/common';
import { OpenRecords, type RecordKind } from '../../../../kernel/staff-records.js';
import type { FoundRecord } from '../domain/found-record.js';
import { StaffRecordSources } from './staff-record-sources.js';

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
