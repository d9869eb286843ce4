import { Injectable } from '@nestjs/common';
import type { RecordReference } from '../../../../kernel/staff-records.js';
import type { TimelineEntry } from '../../../../kernel/timeline.js';
import { ReadableRecords, type Reader } from './readable-records.js';
import { TimelineSources } from './timeline-sources.js';

const ENTRIES = 300;

/** What happened to a record, of all contexts that know something. */
@Injectable()
export class ShowTimeline {
  constructor(
    private readonly records: ReadableRecords,
    private readonly sources: TimelineSources,
  ) {}

  /** The latest 300, oldest first, without what the caller may not see. @throws Failure `records.no_record` */
  async execute(record: RecordReference, reader: Reader): Promise<TimelineEntry[]> {
    await this.records.get(record, reader);
    const sources = this.sources.all.filter(({ kinds }) => kinds.includes(record.kind));
    const entries = await Promise.all(sources.map((source) => source.entriesOf(record)));
    return entries
      .flat()
      .filter(({ permission }) => permission === undefined || reader.grants?.has(permission))
      .toSorted((one, other) => one.at - other.at)
      .slice(-ENTRIES);
  }
}
