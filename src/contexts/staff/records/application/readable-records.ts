import { Injectable } from '@nestjs/common';
import { Failure } from '../../../../kernel/failure.js';
import type { RecordReference, RecordSummary, StaffRecords } from '../../../../kernel/staff-records.js';
import { recordsFailures } from '../domain/records.failures.js';
import { StaffRecordSources } from './staff-record-sources.js';

export interface ReadableRecord {
  readonly source: StaffRecords;
  readonly summary: RecordSummary;
}

export interface Reader {
  readonly userId: string;
  readonly grants: ReadonlySet<string> | undefined;
}

/** Records of all kinds for those who may fetch them. */
@Injectable()
export class ReadableRecords {
  constructor(private readonly sources: StaffRecordSources) {}

  /** @throws Failure `records.no_record`, also for one of a kind that the caller may not fetch */
  async get({ kind, id }: RecordReference, reader: Reader): Promise<ReadableRecord> {
    const source = this.sources.ofKind(kind);
    const [summary] = await source.named(await this.among(source, [id], reader));
    if (!summary) throw new Failure(recordsFailures.no_record);
    return { source, summary };
  }

  async mayRead({ kind, id }: RecordReference, reader: Reader): Promise<boolean> {
    return (await this.among(this.sources.ofKind(kind), [id], reader)).length > 0;
  }

  /** Those of these ids that the reader may see: all with the permission, else what they made themselves. */
  async among(source: StaffRecords, ids: readonly string[], { userId, grants }: Reader): Promise<readonly string[]> {
    if (grants?.has(source.permission)) return ids;
    const own = await Promise.all(ids.map((id) => source.isOwn(id, userId)));
    return ids.filter((_, place) => own[place]);
  }
}
