import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../kernel/caller.js';
import { Failure } from '../../../kernel/failure.js';
import type { Page } from '../../../kernel/pagination.js';
import { on, Operation } from '../../../platform/http/operation.decorator.js';
import { comment, commentWithId, listOf } from '../../../platform/http/presenting.js';
import { ChangeCase } from './application/change-case.js';
import { type CaseWithNotes, ListCases, type ShownCase } from './application/list-cases.js';
import { ShowTimeline } from './application/show-timeline.js';
import { CaseFetchInput, CaseNoteInput, CaseTakeInput, CaseUpdateInput, TimelineInput } from './cases.inputs.js';
import { presentCases, presentEntry } from './cases.presenters.js';
import { recordsFailures } from './domain/records.failures.js';

const COLLEAGUE = [
  on(recordsFailures.no_colleague, { id: 'no_colleague' }),
  on(recordsFailures.colleague_may_not_see, { id: 'colleague_may_not_see' }),
];

@Injectable()
export class CasesOperations {
  constructor(
    private readonly listCases: ListCases,
    private readonly changeCase: ChangeCase,
    private readonly showTimeline: ShowTimeline,
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
    return this.showTimeline.execute(record, caller);
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
    return this.changeCase.take(record, caller);
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
    return this.changeCase.note(record, { text, mentions }, caller);
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
    return this.changeCase.update(record, change, caller);
  }

  private find({ rqtp, record, kind, page }: CaseFetchInput, caller: Caller) {
    const { grants } = caller;
    switch (rqtp) {
      case 'mine':
        return this.listCases.ofOwner(caller);
      case 'due':
        return this.listCases.due(caller);
      case 'unowned':
        return this.listCases.open({ isUnowned: true }, page, grants);
      case 'kind':
        if (kind === undefined) throw new Failure(recordsFailures.no_record);
        return this.listCases.open({ kind }, page, grants);
      case 'all':
        return this.listCases.open({}, page, grants);
      case 'mk':
        if (record === undefined) throw new Failure(recordsFailures.no_record);
        return this.listCases.one(record, caller);
    }
  }
}
