import { Injectable } from '@nestjs/common';
import { Failure } from '../../../kernel/failure.js';
import { supportFailures } from '../domain/support.failures.js';
import type { Tutorial, TutorialStatus } from '../domain/tutorial.js';
import { AuditedUnitOfWork, type StaffMember } from '../../audit/index.js';
import type { TutorialContent } from './create-tutorial.js';
import { Tutorials } from './ports.js';

export type TutorialUpdate = Partial<TutorialContent> & { readonly id: string; readonly status?: TutorialStatus | undefined };

@Injectable()
export class UpdateTutorial {
  constructor(
    private readonly tutorials: Tutorials,
    private readonly auditedUnitOfWork: AuditedUnitOfWork,
  ) {}

  /** Undefined fields stay. @throws Failure `support.nothing_to_change`, `support.nothing_to_process` */
  execute({ id, title, content, videoUrl, coverUrl, status }: TutorialUpdate, staff: StaffMember, action: string): Promise<void> {
    if ([title, content, videoUrl, coverUrl, status].every((value) => value === undefined))
      throw new Failure(supportFailures.nothing_to_change);
    return this.auditedUnitOfWork.execute(staff, action, async () => {
      const before = await this.tutorials.lock(id);
      if (!before || before.status === 'removed') throw new Failure(supportFailures.nothing_to_process);
      const after: Tutorial = {
        ...before,
        title: title ?? before.title,
        content: content ?? before.content,
        videoUrl: videoUrl ?? before.videoUrl,
        coverUrl: coverUrl ?? before.coverUrl,
        status: status ?? before.status,
      };
      await this.tutorials.save(after);
      return { subject: `tutorial:${id}`, before, after, result: undefined };
    });
  }
}
