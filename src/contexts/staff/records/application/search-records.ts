import { Injectable } from '@nestjs/common';
import { Failure } from '../../../../kernel/failure.js';
import { recordsFailures } from '../domain/records.failures.js';
import { fairShare, type FoundRecord } from '../domain/found-record.js';
import { StaffRecordSources } from './staff-record-sources.js';

const RECORDS = 20;
const RECORDS_OF_KIND = 10;

/** Finds records of every kind that a member of staff may see. */
@Injectable()
export class SearchRecords {
  constructor(private readonly sources: StaffRecordSources) {}

  /** @throws Failure `records.no_record` */
  async execute(text: string, grants: ReadonlySet<string> | undefined): Promise<FoundRecord[]> {
    const found = await Promise.all(
      this.sources.visibleTo(grants).map(async (source) => {
        const records = await source.find(text, RECORDS_OF_KIND);
        return records.map((record) => ({ ...record, kind: source.kind }));
      }),
    );
    const records = fairShare(found, RECORDS);
    if (records.length === 0) throw new Failure(recordsFailures.no_record);
    return records;
  }
}
