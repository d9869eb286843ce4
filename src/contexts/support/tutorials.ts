import type { Page, PageRequest } from '../../kernel/pagination.js';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import { newId } from '../../kernel/ids.js';
import { AuditedUnitOfWork, type StaffMember } from '../audit/index.js';
import { Failure } from '../../kernel/failure.js';
import { supportFailures } from './failures.js';

export const TUTORIAL_STATUSES = ['draft', 'published', 'archived'] as const;
export type TutorialStatus = (typeof TUTORIAL_STATUSES)[number];

export interface Tutorial {
  readonly id: string;
  readonly title: string;
  readonly content: string;
  readonly videoUrl: string;
  readonly coverUrl: string;
  /** `removed` is hidden from everybody. */
  readonly status: TutorialStatus | 'removed';
  readonly createdAt: number;
}

export type TutorialLookup = 'browsing' | 'search' | 'id';

export function visibleStatuses(lookup: TutorialLookup, seesDrafts: boolean): readonly TutorialStatus[] {
  return [
    ...(seesDrafts ? (['draft'] as const) : []),
    'published',
    ...(lookup === 'browsing' && !seesDrafts ? [] : (['archived'] as const)),
  ];
}

export abstract class TutorialStore {
  abstract add(tutorial: Tutorial): Promise<void>;
  /** In any status, removed ones too. */
  abstract find(id: string): Promise<Tutorial | undefined>;
  abstract lock(id: string): Promise<Tutorial | undefined>;
  abstract save(tutorial: Tutorial): Promise<void>;
  abstract delete(id: string): Promise<void>;
  /** Newest first, of these statuses, matching the text in title or content where it is given. */
  abstract list(statuses: readonly TutorialStatus[], searchText: string | undefined, page: PageRequest): Promise<Page<Tutorial>>;
}

export type TutorialContent = Pick<Tutorial, 'title' | 'content' | 'videoUrl' | 'coverUrl'>;

export type TutorialUpdate = Partial<TutorialContent> & { readonly id: string; readonly status?: TutorialStatus | undefined };

@Injectable()
export class Tutorials {
  constructor(
    private readonly store: TutorialStore,
    private readonly auditedUnitOfWork: AuditedUnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** Creates a draft. @returns its id */
  create(content: TutorialContent, staff: StaffMember, action: string): Promise<string> {
    return this.auditedUnitOfWork.execute(staff, action, async () => {
      const tutorial: Tutorial = { ...content, id: newId(), status: 'draft', createdAt: this.clock.now() };
      await this.store.add(tutorial);
      return { subject: `tutorial:${tutorial.id}`, after: { ...content, status: 'draft' }, result: tutorial.id };
    });
  }

  /** Undefined fields stay. @throws Failure `support.nothing_to_change`, `support.nothing_to_process` */
  update({ id, title, content, videoUrl, coverUrl, status }: TutorialUpdate, staff: StaffMember, action: string): Promise<void> {
    if ([title, content, videoUrl, coverUrl, status].every((value) => value === undefined))
      throw new Failure(supportFailures.nothing_to_change);
    return this.auditedUnitOfWork.execute(staff, action, async () => {
      const before = await this.store.lock(id);
      if (!before || before.status === 'removed') throw new Failure(supportFailures.nothing_to_process);
      const after: Tutorial = {
        ...before,
        title: title ?? before.title,
        content: content ?? before.content,
        videoUrl: videoUrl ?? before.videoUrl,
        coverUrl: coverUrl ?? before.coverUrl,
        status: status ?? before.status,
      };
      await this.store.save(after);
      return { subject: `tutorial:${id}`, before, after, result: undefined };
    });
  }

  /** @param isPermanent deletes the row, also of a removed tutorial; otherwise it is only hidden @throws Failure `support.tutorial_not_found` */
  remove(id: string, isPermanent: boolean, staff: StaffMember, action: string): Promise<void> {
    return this.auditedUnitOfWork.execute(staff, action, async () => {
      const tutorial = await this.store.lock(id);
      if (!tutorial || (tutorial.status === 'removed' && !isPermanent)) throw new Failure(supportFailures.tutorial_not_found);
      await (isPermanent ? this.store.delete(id) : this.store.save({ ...tutorial, status: 'removed' }));
      const after = isPermanent ? undefined : { status: 'removed' };
      return { subject: `tutorial:${id}`, before: tutorial, after, result: undefined };
    });
  }
}
