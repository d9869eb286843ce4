import { Injectable } from '@nestjs/common';
import { Contributions, Registry } from '../../../../kernel/registry.js';
import { RECORD_KINDS, type RecordKind, StaffRecords } from '../../../../kernel/staff-records.js';

@Injectable()
export class StaffRecordSources extends Registry<StaffRecords> {
  constructor(contributions: Contributions) {
    super(contributions, StaffRecords, { namesOf: ({ kind }) => [kind], names: RECORD_KINDS });
  }

  get all(): readonly StaffRecords[] {
    return this.entries;
  }

  ofKind(kind: RecordKind): StaffRecords {
    const source = this.entries.find((each) => each.kind === kind);
    if (!source) throw new Error(`no records of kind ${kind}`);
    return source;
  }

  visibleTo(grants: ReadonlySet<string> | undefined): StaffRecords[] {
    return this.entries.filter(({ permission }) => grants?.has(permission));
  }
}
