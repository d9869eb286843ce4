import { Injectable } from '@nestjs/common';
import { Failure } from '../../../../kernel/failure.js';
import type { RecordReference } from '../../../../kernel/staff-records.js';
import { AuditedUnitOfWork } from '../../../audit/index.js';
import { effectiveGrants, type StaffProfile, StaffProfiles } from '../../members/index.js';
import { recordsFailures } from '../domain/records.failures.js';
import { caseMarker } from '../domain/case.js';
import { type CaseChange, StaffCases } from './ports.js';
import { ReadableRecords, type Reader } from './readable-records.js';
import { TellColleague } from './tell-colleague.js';

interface By extends Reader {
  readonly ip: string;
}

export interface NewNote {
  readonly text: string;
  /** Accounts of members of staff. */
  readonly mentions: readonly string[];
}

/** Who has a record and until when, and what they write about it; each audited. */
@Injectable()
export class ChangeCase {
  constructor(
    private readonly cases: StaffCases,
    private readonly records: ReadableRecords,
    private readonly profiles: StaffProfiles,
    private readonly tell: TellColleague,
    private readonly auditedUnitOfWork: AuditedUnitOfWork,
  ) {}

  /** @throws Failure `records.no_record`, `records.case_owned` */
  async take(record: RecordReference, by: By): Promise<void> {
    await this.records.get(record, by);
    const owner = (await this.cases.find([record])).get(markerOf(record))?.ownerId ?? '';
    if (owner !== '' && owner !== by.userId) throw new Failure(recordsFailures.case_owned);
    await this.change('control_case_take', record, { ownerId: by.userId }, by);
  }

  /** @throws Failure `records.no_record`, `records.no_colleague`, `records.colleague_may_not_see` */
  async update(record: RecordReference, change: CaseChange, by: By): Promise<void> {
    await this.records.get(record, by);
    const { ownerId } = change;
    const owner = ownerId === undefined || ownerId === '' ? undefined : await this.colleague(ownerId, record);
    await this.change('control_case_update', record, change, by, async () => {
      if (owner && owner.userId !== by.userId) await this.tell.execute(owner, { record, by: by.userId, occasion: 'handed' });
    });
  }

  /** @throws Failure `records.no_record`, `records.no_colleague`, `records.colleague_may_not_see` */
  async note(record: RecordReference, { text, mentions }: NewNote, by: By): Promise<string> {
    await this.records.get(record, by);
    const colleagues = await Promise.all([...new Set(mentions)].map((id) => this.colleague(id, record)));
    return this.auditedUnitOfWork.execute(by, 'control_case_note', async () => {
      const result = await this.cases.addNote(record, {
        authorId: by.userId,
        text,
        mentions: colleagues.map(({ userId }) => userId!),
      });
      for (const colleague of colleagues) await this.tell.execute(colleague, { record, by: by.userId, occasion: 'mentioned' });
      return { subject: markerOf(record), after: { note: text }, result };
    });
  }

  /** @param also in the same unit of work */
  private change(
    action: string,
    record: RecordReference,
    change: CaseChange,
    by: By,
    also: () => Promise<void> = () => Promise.resolve(),
  ): Promise<void> {
    return this.auditedUnitOfWork.execute(by, action, async () => {
      const before = await this.cases.change(record, change);
      await also();
      const { ownerId = '', dueAt } = before ?? {};
      return {
        subject: markerOf(record),
        before: { owner: ownerId, due: dueAt ?? null },
        after: wire(change),
        result: undefined,
      };
    });
  }

  private async colleague(id: string, record: RecordReference): Promise<StaffProfile> {
    const profile = await this.profiles.find(id);
    if (profile?.userId === undefined || profile.status !== 'active') throw new Failure(recordsFailures.no_colleague);
    const reader = { userId: profile.userId, grants: new Set<string>(effectiveGrants(profile.grants)) };
    if (!(await this.records.mayRead(record, reader))) throw new Failure(recordsFailures.colleague_may_not_see);
    return profile;
  }
}

function markerOf({ kind, id }: RecordReference): string {
  return caseMarker(kind, id);
}

function wire({ ownerId, dueAt }: CaseChange): object {
  return { ...(ownerId === undefined ? {} : { owner: ownerId }), ...(dueAt === undefined ? {} : { due: dueAt }) };
}
