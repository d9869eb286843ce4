import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { newId } from '../../../kernel/ids.js';
import type { Tutorial } from '../domain/tutorial.js';
import { AuditedUnitOfWork, type StaffMember } from '../../audit/index.js';
import { Tutorials } from './ports.js';

export type TutorialContent = Pick<Tutorial, 'title' | 'content' | 'videoUrl' | 'coverUrl'>;

@Injectable()
export class CreateTutorial {
  constructor(
    private readonly tutorials: Tutorials,
    private readonly auditedUnitOfWork: AuditedUnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** Creates a draft. @returns its id */
  execute(content: TutorialContent, staff: StaffMember, action: string): Promise<string> {
    return this.auditedUnitOfWork.execute(staff, action, async () => {
      const tutorial: Tutorial = { ...content, id: newId(), status: 'draft', createdAt: this.clock.now() };
      await this.tutorials.add(tutorial);
      return { subject: `tutorial:${tutorial.id}`, after: { ...content, status: 'draft' }, result: tutorial.id };
    });
  }
}
