import { Injectable } from '@nestjs/common';
import { Failure } from '../../../../kernel/failure.js';
import type { RecordReference, RecordSummary, StaffRecords } from '../../../../kernel/staff-records.js';
import { recordsFailures } from '../domain/records.failures.js';
import { StaffRecordSources } from './staff-record-sources.js';

export interface ReadableRecord {
  readonly source: StaffRecords;
  readonly summary: RecordSummary;
}

/** Records of all kinds for those who may fetch them. */
@Injectable()
export class ReadableRecords {
  constructor(private readonly sources: StaffRecordSources) {}

  /** @throws Failure `records.no_record`, also for one of a kind that the caller may not fetch */
  async get({ kind, id }: RecordReference, grants: ReadonlySet<string> | undefined): Promise<ReadableRecord> {
    const source = this.sources.ofKind(kind);
    const [summary] = grants?.has(source.permission) ? await source.named([id]) : [];
    if (!summary) throw new Failure(recordsFailures.no_record);
    return { source, summary };
  }
}
