import { Injectable } from '@nestjs/common';
import { Failure } from '../../../kernel/failure.js';
import { supportFailures } from '../domain/support.failures.js';
import { AuditedChange, type StaffMember } from './audited-change.js';
import { Tutorials } from './ports/tutorials.js';

@Injectable()
export class RemoveTutorial {
  constructor(
    private readonly tutorials: Tutorials,
    private readonly changes: AuditedChange,
  ) {}

  /**
   * @param forGood erases it, also when it was removed before; else nobody finds it any more
   * @throws Failure `support.tutorial_not_found`
   */
  execute(id: string, forGood: boolean, staff: StaffMember, action: string): Promise<void> {
    return this.changes.execute(staff, action, async () => {
      const tutorial = await this.tutorials.lock(id);
      if (!tutorial || (tutorial.status === 'removed' && !forGood)) throw new Failure(supportFailures.tutorial_not_found);
      await (forGood ? this.tutorials.erase(id) : this.tutorials.save({ ...tutorial, status: 'removed' }));
      const after = forGood ? undefined : { status: 'removed' };
      return { subject: `tutorial:${id}`, before: tutorial, after, result: undefined };
    });
  }
}
