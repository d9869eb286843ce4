import { Before, Choice, Flag, LongText, Optional, Text } from '../../platform/http/input.decorators.js';
import { TUTORIAL_STATUSES, type TutorialStatus, type Tutorial, Tutorials, TutorialStore, visibleStatuses } from './tutorials.js';
import { Injectable } from '@nestjs/common';
import type { Caller, Visitor } from '../../kernel/caller.js';
import { Failure } from '../../kernel/failure.js';
import { on, Operation } from '../../platform/http/operation.decorator.js';
import { comment, commentWithId, oneOrPageOf } from '../../platform/http/presenting.js';
import { supportFailures } from './failures.js';

/** Only http and https, because browsers follow it. */
const Address = () =>
  Text({ max: 1000, pattern: /^https?:\/\/[^\s\p{Cc}"'<>\\]+$/iu, form: 'an address that begins with http:// or https://' });

export class CreateTutorialInput {
  @Text() ttle: string;
  @LongText() cntx: string;
  @Address() vurl: string;
  @Address() purl: string;
}

export class RemoveTutorialInput {
  @Text() reqv: string;
  @Optional() @Flag() permanent?: boolean;
}

export class UpdateTutorialInput {
  @Text() qxid: string;
  @Optional() @Text() ttle?: string;
  @Optional() @LongText() cntx?: string;
  @Optional() @Address() vurl?: string;
  @Optional() @Address() purl?: string;
  @Optional() @Choice(TUTORIAL_STATUSES) status?: TutorialStatus;
}

export class FetchTutorialInput {
  @Optional() @Text() reqv?: string;
  @Optional() @Text() search?: string;
  @Optional() @Before() page?: number;
}

export function presentTutorial({ id, title, content, videoUrl, coverUrl, status, createdAt }: Tutorial) {
  return { marker: id, ttle: title, cntx: content, vurl: videoUrl, purl: coverUrl, status, recorded: String(createdAt) };
}

export function presentRemoval({ isPermanent }: { readonly isPermanent: boolean }) {
  return { COMMENT: isPermanent ? 'The tutorial was deleted for good' : 'The tutorial was removed' };
}

const TUTORIALS_PER_PAGE = 15;
const SEES_DRAFTS = 'helpControl.viewDetails';

@Injectable()
export class TutorialsOperations {
  constructor(
    private readonly tutorials: Tutorials,
    private readonly store: TutorialStore,
  ) {}

  @Operation('control_support_tutorial_create', {
    method: 'POST',
    access: 'admin',
    permission: 'helpControl.allowCreate',
    forbidden: { code: null },
    missing: null,
    fault: { code: null },
    present: commentWithId('The tutorial was added as a draft'),
    summary: 'Adds a tutorial as a draft.',
  })
  async create({ ttle, cntx, vurl, purl }: CreateTutorialInput, caller: Caller) {
    const tutorial = { title: ttle, content: cntx, videoUrl: vurl, coverUrl: purl };
    return this.tutorials.create(tutorial, caller, 'control_support_tutorial_create');
  }

  @Operation('support_tutorial_remove', {
    method: 'GET',
    access: 'admin',
    permission: 'helpControl.allowModify',
    forbidden: { code: 403 },
    effect: 'write',
    missing: 400,
    missingIds: { reqv: 'tutorial_id_required' },
    failures: [on(supportFailures.tutorial_not_found)],
    present: presentRemoval,
    summary: 'Removes a tutorial; with permanent for good.',
  })
  async remove({ reqv, permanent }: RemoveTutorialInput, caller: Caller) {
    const isPermanent = permanent ?? false;
    await this.tutorials.remove(reqv, isPermanent, caller, 'support_tutorial_remove');
    return { isPermanent };
  }

  @Operation('support_tutorial_update', {
    method: 'PATCH',
    access: 'admin',
    permission: 'helpControl.allowModify',
    forbidden: { code: 403 },
    missing: 404,
    failures: [on(supportFailures.nothing_to_change), on(supportFailures.nothing_to_process, { code: 400 })],
    fault: { code: 400 },
    present: comment('The tutorial was changed'),
    summary: 'Changes what is given of a tutorial, its status too.',
  })
  async update({ qxid, ttle, cntx, vurl, purl, status }: UpdateTutorialInput, caller: Caller) {
    const update = { id: qxid, title: ttle, content: cntx, videoUrl: vurl, coverUrl: purl, status };
    await this.tutorials.update(update, caller, 'support_tutorial_update');
  }

  @Operation('support_tutorial_fetch', {
    method: 'GET',
    access: 'none',
    optionalSession: true,
    failures: [on(supportFailures.no_tutorial, { code: 404 })],
    present: oneOrPageOf(presentTutorial),
    summary: 'Published tutorials, newest first; archived ones by search or marker, drafts for staff.',
  })
  async fetch({ reqv, search, page }: FetchTutorialInput, { signedIn }: Visitor) {
    const seesDrafts = signedIn?.grants?.has(SEES_DRAFTS) ?? false;
    if (reqv !== undefined) return this.get(reqv, seesDrafts);
    const statuses = visibleStatuses(search === undefined ? 'browsing' : 'search', seesDrafts);
    const tutorials = await this.store.list(statuses, search, { before: page, size: TUTORIALS_PER_PAGE });
    if (tutorials.items.length === 0) throw new Failure(supportFailures.no_tutorial);
    return tutorials;
  }

  private async get(id: string, seesDrafts: boolean): Promise<Tutorial> {
    const tutorial = await this.store.find(id);
    const visible: readonly string[] = visibleStatuses('id', seesDrafts);
    if (!tutorial || !visible.includes(tutorial.status)) throw new Failure(supportFailures.no_tutorial);
    return tutorial;
  }
}
