import { Injectable } from '@nestjs/common';
import { Failure } from '../../../kernel/failure.js';
import { supportFailures } from '../domain/support.failures.js';
import { AuditedUnitOfWork, type StaffMember } from '../../audit/index.js';
import { Tutorials } from './ports.js';

@Injectable()
export class RemoveTutorial {
  constructor(
    private readonly tutorials: Tutorials,
    private readonly auditedUnitOfWork: AuditedUnitOfWork,
  ) {}

  /** @param isPermanent deletes the row, also of a removed tutorial; otherwise it is only hidden @throws Failure `support.tutorial_not_found` */
  execute(id: string, isPermanent: boolean, staff: StaffMember, action: string): Promise<void> {
    return this.auditedUnitOfWork.execute(staff, action, async () => {
      const tutorial = await this.tutorials.lock(id);
      if (!tutorial || (tutorial.status === 'removed' && !isPermanent)) throw new Failure(supportFailures.tutorial_not_found);
      await (isPermanent ? this.tutorials.delete(id) : this.tutorials.save({ ...tutorial, status: 'removed' }));
      const after = isPermanent ? undefined : { status: 'removed' };
      return { subject: `tutorial:${id}`, before: tutorial, after, result: undefined };
    });
  }
}
