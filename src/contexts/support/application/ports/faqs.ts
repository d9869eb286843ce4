import type { Page, PageRequest } from '../../../../kernel/pagination.js';
import type { Faq, FaqCategory } from '../../domain/faq.js';

/** Removed FAQs are never found. */
export abstract class Faqs {
  /** @throws Failure `support.duplicate_question` */
  abstract add(faq: Faq): Promise<void>;
  abstract find(id: string): Promise<Faq | undefined>;
  abstract lock(id: string): Promise<Faq | undefined>;
  /** Writes a locked FAQ. @throws Failure `support.duplicate_question` */
  abstract save(faq: Faq): Promise<void>;
  /** Newest first; of one category where it is given. */
  abstract list(category: string | undefined, page: PageRequest): Promise<Page<Faq>>;
  /** All categories in display order. */
  abstract categories(): Promise<FaqCategory[]>;
  abstract addCategoryIfMissing(id: string, name: string): Promise<void>;
}
