import type { FaqRating } from '../../domain/faq.js';

/** What users say of FAQs. */
export abstract class FaqRatings {
  abstract find(faqId: string, userId: string): Promise<FaqRating | undefined>;
  /** Writes a rating, new or changed. The caller holds the FAQ's lock. */
  abstract put(rating: FaqRating): Promise<void>;
  /** When the user toggled lately (unix ms), locked for the rest of the caller's unit of work. */
  abstract lockToggles(userId: string): Promise<readonly number[]>;
  abstract setToggles(userId: string, times: readonly number[]): Promise<void>;
}
