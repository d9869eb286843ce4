import { Injectable } from '@nestjs/common';
import { Failure } from '../../../kernel/failure.js';
import { supportFailures } from '../domain/support.failures.js';
import { AuditedUnitOfWork, type StaffMember } from '../../audit/index.js';
import { Faqs } from './ports.js';

@Injectable()
export class RemoveFaq {
  constructor(
    private readonly faqs: Faqs,
    private readonly auditedUnitOfWork: AuditedUnitOfWork,
  ) {}

  /** Hides the FAQ; its ratings are kept. */
  execute(id: string, staff: StaffMember, action: string): Promise<void> {
    return this.auditedUnitOfWork.execute(staff, action, async () => {
      const faq = await this.faqs.lock(id);
      if (!faq) throw new Failure(supportFailures.nothing_to_process);
      await this.faqs.save({ ...faq, status: 'removed' });
      return { subject: `faq:${id}`, before: { status: faq.status }, after: { status: 'removed' }, result: undefined };
    });
  }
}
