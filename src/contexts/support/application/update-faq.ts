import { Injectable } from '@nestjs/common';
import { Failure } from '../../../kernel/failure.js';
import { supportFailures } from '../domain/support.failures.js';
import { AuditedUnitOfWork, type StaffMember } from '../../audit/index.js';
import type { NewFaq } from './create-faq.js';
import { EnsureFaqCategory } from './ensure-faq-category.js';
import { Faqs } from './ports.js';

export type FaqUpdate = Partial<NewFaq> & { readonly id: string };

@Injectable()
export class UpdateFaq {
  constructor(
    private readonly faqs: Faqs,
    private readonly ensureCategory: EnsureFaqCategory,
    private readonly auditedUnitOfWork: AuditedUnitOfWork,
  ) {}

  /** Undefined fields stay. @throws Failure of `support` */
  execute({ id, question, answer, category }: FaqUpdate, staff: StaffMember, action: string): Promise<void> {
    if (question === undefined && answer === undefined && category === undefined)
      throw new Failure(supportFailures.nothing_to_change);
    return this.auditedUnitOfWork.execute(staff, action, async () => {
      const faq = await this.faqs.lock(id);
      if (!faq) throw new Failure(supportFailures.nothing_to_process);
      const updated = {
        ...faq,
        question: question ?? faq.question,
        answer: answer ?? faq.answer,
        category: category === undefined ? faq.category : await this.ensureCategory.execute(category),
      };
      await this.faqs.save(updated);
      return {
        subject: `faq:${id}`,
        before: { question: faq.question, answer: faq.answer, category: faq.category },
        after: { question: updated.question, answer: updated.answer, category: updated.category },
        result: undefined,
      };
    });
  }
}
