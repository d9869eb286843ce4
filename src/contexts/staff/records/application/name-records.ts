import { Injectable } from '@nestjs/common';
import type { RecordReference } from '../../../../kernel/staff-records.js';
import { StaffRecordSources } from './staff-record-sources.js';

export interface NamedRecord extends RecordReference {
  readonly name: string;
  /** Empty for those who may not fetch the record. */
  readonly status: string;
}

/** What stands behind ids, as far as a member of staff may know it; one query for each kind. */
@Injectable()
export class NameRecords {
  constructor(private readonly sources: StaffRecordSources) {}

  async execute(references: readonly RecordReference[], grants: ReadonlySet<string> | undefined): Promise<NamedRecord[]> {
    const kinds = [...new Set(references.map(({ kind }) => kind))];
    const named = await Promise.all(
      kinds.map(async (kind) => {
        const source = this.sources.ofKind(kind);
        const ids = references.filter((reference) => reference.kind === kind).map(({ id }) => id);
        const summaries = await source.named([...new Set(ids)]);
        const mayFetch = grants?.has(source.permission) ?? false;
        return summaries.map((summary) => ({
          kind,
          id: summary.id,
          name: mayFetch ? summary.title : source.nameForAll(summary),
          status: mayFetch ? summary.status : '',
        }));
      }),
    );
    return named.flat().filter(({ name }) => name !== '');
  }
}
