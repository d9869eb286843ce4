import { RECORD_KINDS, type RecordKind, type RecordReference, type TimelineEntry } from '../../../kernel/records.js';
import { Before, Optional, RequestType, Text } from '../../../platform/http/input.decorators.js';
import { type CaseChange, caseMarker, type CaseNote, Cases } from './cases.js';
import { readReference, REFERENCE } from './records.operations.js';
import type { Page } from '../../../kernel/pagination.js';
import { pageOf, comment, commentWithId, listOf } from '../../../platform/http/presenting.js';
import { type CaseWithNotes, type Colleague, type ShownCase, WorkQueue } from './work-queue.js';
import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../kernel/caller.js';
import { Failure } from '../../../kernel/failure.js';
import { on, Operation } from '../../../platform/http/operation.decorator.js';
import { Records, recordsFailures } from './records.js';

const RECORD = { max: 200, pattern: new RegExp(`^${REFERENCE}$`, 'u'), form: 'a record as kind:id' };
const ACCOUNT = '[0-9A-Za-z-]{1,64}';

export class TimelineInput {
  @Text(RECORD) rqvl: string;

  get record(): RecordReference {
    return readReference(this.rqvl);
  }
}

type CaseFilter = 'mine' | 'unowned' | 'due' | 'kind' | 'mk' | 'all';

export class CaseFetchInput {
  @RequestType(['mine', 'unowned', 'due', 'kind', 'mk', 'all']) rqtp: CaseFilter;
  @Optional() @Text() rqvl?: string;
  @Optional() @Before() page?: number;

  get record(): RecordReference | undefined {
    return this.rqvl !== undefined && RECORD.pattern.test(this.rqvl) ? readReference(this.rqvl) : undefined;
  }

  get kind(): RecordKind | undefined {
    return RECORD_KINDS.find((kind) => kind === this.rqvl);
  }
}

export class CaseTakeInput {
  @Text(RECORD) reqv: string;

  get record(): RecordReference {
    return readReference(this.reqv);
  }
}

export class CaseNoteInput extends CaseTakeInput {
  @Text({ max: 10_000 }) note: string;
  @Optional()
  @Text({
    max: 1_000,
    pattern: new RegExp(`^${ACCOUNT}(?:,${ACCOUNT}){0,9}$`, 'u'),
    form: 'at most 10 members of staff, between commas',
  })
  mention?: string;

  get mentions(): string[] {
    return this.mention?.split(',') ?? [];
  }
}

export class CaseUpdateInput extends CaseTakeInput {
  @Optional() @Text({ min: 0, max: 64 }) owner?: string;
  @Optional() @Text({ min: 0, max: 13, pattern: /^(?:\d{13})?$/u, form: 'unix milliseconds, or empty' }) due?: string;

  get change(): CaseChange {
    return {
      ...(this.owner === undefined ? {} : { ownerId: this.owner }),
      ...(this.due === undefined ? {} : { dueAt: this.due === '' ? null : Number(this.due) }),
    };
  }
}

const presentPage = pageOf(presentCase);

export function presentCases(found: Page<ShownCase> | CaseWithNotes) {
  if ('items' in found) return presentPage(found);
  return { ...presentCase(found), notes: found.notes.map(presentNote), colleagues: found.colleagues.map(presentColleague) };
}

function presentCase({ kind, id, title, detail, status, isOpen, userId, ownerId, dueAt, createdAt }: ShownCase) {
  return {
    marker: caseMarker(kind, id),
    kind,
    record: id,
    title,
    detail,
    status,
    open: isOpen,
    userid: userId,
    owner: ownerId,
    due: dueAt === undefined ? '' : String(dueAt),
    recorded: String(createdAt),
  };
}

function presentColleague({ userId, name }: Colleague) {
  return { userid: userId, agentname: name };
}

function presentNote({ id, authorId, text, mentions, createdAt }: CaseNote) {
  return { marker: id, author: authorId, note: text, mentions: [...mentions], recorded: String(createdAt) };
}

export function presentEntry({ at, part, what, detail, userId, about }: TimelineEntry) {
  return {
    part,
    what,
    detail,
    actor: userId,
    kind: about?.kind ?? '',
    record: about?.id ?? '',
    recorded: String(at),
  };
}

const COLLEAGUE = [
  on(recordsFailures.no_colleague, { id: 'no_colleague' }),
  on(recordsFailures.colleague_may_not_see, { id: 'colleague_may_not_see' }),
];

@Injectable()
export class CasesOperations {
  constructor(
    private readonly queue: WorkQueue,
    private readonly cases: Cases,
    private readonly records: Records,
  ) {}

  @Operation('control_timeline_fetch', {
    method: 'GET',
    access: 'admin',
    permission: null,
    missing: 400,
    reads: ({ rqvl }: TimelineInput) => rqvl,
    failures: [on(recordsFailures.no_record, { code: 404 })],
    present: listOf(presentEntry),
    summary:
      'What happened to a record (kind:id), oldest first: orders, what providers said, journals, proposals, what staff did and wrote, mails, webhooks and system logs. For those who may fetch the record, without what needs another permission.',
  })
  timeline({ record }: TimelineInput, caller: Caller) {
    return this.records.timeline(record, caller);
  }

  @Operation('control_case_fetch', {
    method: 'GET',
    access: 'admin',
    permission: null,
    missing: 400,
    failures: [on(recordsFailures.no_record, { code: 404 })],
    present: presentCases,
    summary:
      'What waits for staff, with who has it and until when: mine and due by due time, unowned, kind and all with the longest open first, each kind for those who may fetch it; mk: one record (kind:id), open or not, with its notes.',
  })
  async fetch(input: CaseFetchInput, caller: Caller): Promise<Page<ShownCase> | CaseWithNotes> {
    const found = await this.find(input, caller);
    if ('items' in found && found.items.length === 0) throw new Failure(recordsFailures.no_record);
    return found;
  }

  @Operation('control_case_take', {
    method: 'POST',
    access: 'admin',
    permission: null,
    missing: 400,
    failures: [on(recordsFailures.no_record, { code: 404 }), on(recordsFailures.case_owned, { id: 'case_owned' })],
    present: comment('The case is yours'),
    summary: 'Makes the caller the owner of a case that nobody has.',
  })
  take({ record }: CaseTakeInput, caller: Caller): Promise<void> {
    return this.cases.take(record, caller);
  }

  @Operation('control_case_note', {
    method: 'POST',
    access: 'admin',
    permission: null,
    missing: 400,
    failures: [on(recordsFailures.no_record, { code: 404 }), ...COLLEAGUE],
    present: commentWithId('The note is written'),
    summary: 'Writes a note about a case, which stays; whom it mentions gets a notice and a mail.',
  })
  note({ record, note: text, mentions }: CaseNoteInput, caller: Caller): Promise<string> {
    return this.cases.note(record, { text, mentions }, caller);
  }

  @Operation('control_case_update', {
    method: 'POST',
    access: 'admin',
    permission: null,
    missing: 400,
    failures: [on(recordsFailures.no_record, { code: 404 }), ...COLLEAGUE],
    present: comment('The case is updated'),
    summary: 'Hands a case over, or back to nobody, and says until when it is to be done; whoever gets it is told.',
  })
  update({ record, change }: CaseUpdateInput, caller: Caller): Promise<void> {
    return this.cases.update(record, change, caller);
  }

  private find({ rqtp, record, kind, page }: CaseFetchInput, caller: Caller) {
    const { grants } = caller;
    switch (rqtp) {
      case 'mine':
        return this.queue.ofOwner(caller);
      case 'due':
        return this.queue.due(caller);
      case 'unowned':
        return this.queue.open({ isUnowned: true }, page, grants);
      case 'kind':
        if (kind === undefined) throw new Failure(recordsFailures.no_record);
        return this.queue.open({ kind }, page, grants);
      case 'all':
        return this.queue.open({}, page, grants);
      case 'mk':
        if (record === undefined) throw new Failure(recordsFailures.no_record);
        return this.queue.one(record, caller);
    }
  }
}
