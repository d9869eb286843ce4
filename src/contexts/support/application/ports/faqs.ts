import type { Page, PageRequest } from '../../../../kernel/pagination.js';
import type { Faq, FaqCategory } from '../../domain/faq.js';

/** FAQs and their categories. Removed FAQs are never found. */
export abstract class Faqs {
  /** @throws Failure `support.duplicate_question` */
  abstract add(faq: Faq): Promise<void>;
  abstract find(id: string): Promise<Faq | undefined>;
  /** Locks it for the rest of the caller's unit of work. */
  abstract lock(id: string): Promise<Faq | undefined>;
  /** Writes a locked FAQ as it is now. @throws Failure `support.duplicate_question` */
  abstract save(faq: Faq): Promise<void>;
  /** Newest first; of one category where it is given. */
  abstract list(category: string | undefined, page: PageRequest): Promise<Page<Faq>>;
  /** All categories, in the order that people see them. */
  abstract categories(): Promise<FaqCategory[]>;
  /** Makes a category, unless it is there. */
  abstract openCategory(id: string, name: string): Promise<void>;
}
