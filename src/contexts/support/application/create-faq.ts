import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { newId } from '../../../kernel/ids.js';
import { type Faq, GENERAL_CATEGORY } from '../domain/faq.js';
import { AuditedUnitOfWork, type StaffMember } from '../../audit/index.js';
import { EnsureFaqCategory } from './ensure-faq-category.js';
import { Faqs } from './ports.js';

export interface NewFaq {
  readonly question: string;
  readonly answer: string;
  readonly category?: string | undefined;
}

@Injectable()
export class CreateFaq {
  constructor(
    private readonly faqs: Faqs,
    private readonly ensureCategory: EnsureFaqCategory,
    private readonly auditedUnitOfWork: AuditedUnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** @returns the new FAQ's id. @throws Failure `support.duplicate_question` */
  execute({ question, answer, category }: NewFaq, staff: StaffMember, action: string): Promise<string> {
    return this.auditedUnitOfWork.execute(staff, action, async () => {
      const faq: Faq = {
        id: newId(),
        question,
        answer,
        category: await this.ensureCategory.execute(category ?? GENERAL_CATEGORY),
        status: 'active',
        helpfulCount: 0,
        createdAt: this.clock.now(),
      };
      await this.faqs.add(faq);
      return { subject: `faq:${faq.id}`, after: { question, answer, category: faq.category }, result: faq.id };
    });
  }
}
