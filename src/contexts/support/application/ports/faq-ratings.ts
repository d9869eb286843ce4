import type { Page, PageRequest } from '../../../../kernel/pagination.js';
import type { FaqRating } from '../../domain/faq.js';

export abstract class FaqRatings {
  abstract find(faqId: string, userId: string): Promise<FaqRating | undefined>;
  abstract list(faqId: string, page: PageRequest): Promise<Page<FaqRating>>;
  /** Inserts or updates a rating. The caller holds the FAQ's lock. */
  abstract put(rating: FaqRating): Promise<void>;
  /** Times of the user's recent toggles (unix ms), locked until the end of the caller's unit of work. */
  abstract lockToggles(userId: string): Promise<readonly number[]>;
  abstract setToggles(userId: string, times: readonly number[]): Promise<void>;
}
