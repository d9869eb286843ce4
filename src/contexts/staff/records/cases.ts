import type { RecordKind, RecordReference } from '../../../kernel/records.js';
import { type MailTemplate, Mailer } from '../../../kernel/mail.js';
import { Injectable } from '@nestjs/common';
import { newId } from '../../../kernel/ids.js';
import { Notices } from '../../notifications/index.js';
import { type StaffProfile, StaffProfiles, StaffSettings, effectiveGrants } from '../members/index.js';
import { Failure } from '../../../kernel/failure.js';
import { AuditedUnitOfWork } from '../../audit/index.js';
import { recordsFailures, Records, type Reader } from './records.js';

/** A record that somebody of the staff has, or had, to do with. */
export interface StaffCase {
  readonly kind: RecordKind;
  readonly recordId: string;
  /** The account of the member of staff; empty where nobody has it. */
  readonly ownerId: string;
  readonly dueAt: number | undefined;
  readonly createdAt: number;
}

export interface CaseNote {
  readonly id: string;
  readonly authorId: string;
  readonly text: string;
  /** Accounts of members of staff who were told. */
  readonly mentions: readonly string[];
  readonly createdAt: number;
}

/** Name on the wire and in the audit trail. */
export function caseMarker(kind: string, recordId: string): string {
  return `${kind}:${recordId}`;
}

export interface CaseChange {
  readonly ownerId?: string;
  /** Null: none any more. */
  readonly dueAt?: number | null;
}

/** Owners of records and their notes; a record without a row is nobody's. */
export abstract class CaseStore {
  /** Cases by record, as `kind:id`. */
  abstract find(records: readonly RecordReference[]): Promise<ReadonlyMap<string, StaffCase>>;
  /** The earliest due first, then the others by when they were taken; up to 500. */
  abstract ofOwner(ownerId: string): Promise<StaffCase[]>;
  /** The earliest due first, up to 500; of one kind where it is given. */
  abstract due(kind?: string): Promise<StaffCase[]>;
  /** In the caller's unit of work. @returns what it was before; undefined where it was nobody's */
  abstract change(record: RecordReference, change: CaseChange): Promise<StaffCase | undefined>;
  /** In the caller's unit of work. @returns its id */
  abstract addNote(record: RecordReference, note: Omit<CaseNote, 'id' | 'createdAt'>): Promise<string>;
  /** Oldest first, the latest 200. */
  abstract notes(record: RecordReference): Promise<CaseNote[]>;
}

const SHARED = {
  class: 'other',
  greeting: 'Hello {{agentName}},',
  facts: [
    ['By', '{{who}}'],
    ['In the console', '{{address}}'],
    ['Time', '{{time}}'],
  ],
} as const satisfies Partial<MailTemplate>;

export const CASE_MENTION: MailTemplate = {
  ...SHARED,
  name: 'staff-case-mention',
  subject: '{{who}} mentioned you in a note',
  lead: '{{who}} mentioned you in a note about a case.',
  warning: 'Read the note in the console. This mail does not show it, because it may be about a customer.',
};

export const CASE_HANDED: MailTemplate = {
  ...SHARED,
  name: 'staff-case-handed',
  subject: '{{who}} handed a case to you',
  lead: '{{who}} handed a case to you. It is among yours in the work queue.',
  warning: 'Read the case in the console. This mail does not show it, because it may be about a customer.',
};

export interface Told {
  readonly record: RecordReference;
  /** The account of who did it. */
  readonly by: string;
  readonly occasion: 'handed' | 'mentioned';
}

interface By extends Reader {
  readonly ip: string;
}

export interface NewNote {
  readonly text: string;
  /** Accounts of members of staff. */
  readonly mentions: readonly string[];
}

/** Owners of records, until when, and their notes; each change is audited. */
@Injectable()
export class Cases {
  constructor(
    private readonly store: CaseStore,
    private readonly records: Records,
    private readonly profiles: StaffProfiles,
    private readonly auditedUnitOfWork: AuditedUnitOfWork,
    private readonly notices: Notices,
    private readonly mailer: Mailer,
    private readonly settings: StaffSettings,
  ) {}

  /** @throws Failure `records.no_record`, `records.case_owned` */
  async take(record: RecordReference, by: By): Promise<void> {
    await this.records.get(record, by);
    const owner = (await this.store.find([record])).get(markerOf(record))?.ownerId ?? '';
    if (owner !== '' && owner !== by.userId) throw new Failure(recordsFailures.case_owned);
    await this.change('control_case_take', record, { ownerId: by.userId }, by);
  }

  /** @throws Failure `records.no_record`, `records.no_colleague`, `records.colleague_may_not_see` */
  async update(record: RecordReference, change: CaseChange, by: By): Promise<void> {
    await this.records.get(record, by);
    const { ownerId } = change;
    const owner = ownerId === undefined || ownerId === '' ? undefined : await this.colleague(ownerId, record);
    await this.change('control_case_update', record, change, by, async () => {
      if (owner && owner.userId !== by.userId) await this.tell(owner, { record, by: by.userId, occasion: 'handed' });
    });
  }

  /** @throws Failure `records.no_record`, `records.no_colleague`, `records.colleague_may_not_see` */
  async note(record: RecordReference, { text, mentions }: NewNote, by: By): Promise<string> {
    await this.records.get(record, by);
    const colleagues = await Promise.all([...new Set(mentions)].map((id) => this.colleague(id, record)));
    return this.auditedUnitOfWork.execute(by, 'control_case_note', async () => {
      const result = await this.store.addNote(record, {
        authorId: by.userId,
        text,
        mentions: colleagues.map(({ userId }) => userId!),
      });
      for (const colleague of colleagues) await this.tell(colleague, { record, by: by.userId, occasion: 'mentioned' });
      return { subject: markerOf(record), after: { note: text }, result };
    });
  }

  /** A notice and a mail to a member of staff. Neither has a word of the record or the note, because they stay when a permission is taken away. */
  async tell({ userId, email, agentName }: StaffProfile, { record, by, occasion }: Told): Promise<void> {
    const who = (await this.profiles.find(by))?.agentName ?? 'A colleague';
    const subject = occasion === 'handed' ? `${who} handed a case to you` : `${who} mentioned you`;
    const address = `${this.settings.consoleUrl}/cases/${record.kind}:${record.id}`;
    await this.notices.add({ userId: userId!, subject, message: `It is in the console: ${address}` });
    const template = occasion === 'handed' ? CASE_HANDED : CASE_MENTION;
    await this.mailer.send({ to: email, template, data: { agentName, who, address }, key: `case:${newId()}` });
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
      const before = await this.store.change(record, change);
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
