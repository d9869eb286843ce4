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
    const shown = entries.flat().filter(({ permission }) => permission === undefined || reader.grants?.has(permission));
    return onceEach(shown)
      .toSorted((one, other) => one.at - other.at)
      .slice(-ENTRIES);
  }
}

/** Without what another entry tells of the same act; at the earliest of their times, since a row keeps the latest. */
function onceEach(entries: readonly TimelineEntry[]): TimelineEntry[] {
  return entries.flatMap((entry) => {
    if (entry.act === undefined) return [entry];
    const same = entries.filter(({ act }) => act === entry.act);
    const told = same.find(({ about }) => about !== undefined) ?? same[0];
    return entry === told ? [{ ...entry, at: Math.min(...same.map(({ at }) => at)) }] : [];
  });
}
