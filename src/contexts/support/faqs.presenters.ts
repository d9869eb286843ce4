import type { ListKeys } from '../../platform/http/list-keys.js';
import type { RatedFaq } from './application/rate-faq.js';
import type { Faq, FaqCategory, FaqRating } from './domain/faq.js';

export function presentFaq({ id, question, answer, category, status, createdAt }: Faq) {
  return { marker: id, question, answer, category, status, recorded: String(createdAt) };
}

export function presentCategories(categories: readonly FaqCategory[]) {
  return { categories: categories.map(({ faqCount, ...category }) => ({ ...category, faq_count: faqCount })) };
}

export const RATING_KEYS: ListKeys<FaqRating> = {
  sorts: {
    recorded: ({ createdAt }) => createdAt,
    helpful: ({ isHelpful }) => Number(isHelpful),
  },
};

export function presentGivenRating({ id, faqId, userId, isHelpful, feedback, createdAt }: FaqRating) {
  return { marker: id, faq_id: faqId, userid: userId, helpful: isHelpful, feedback, recorded: String(createdAt) };
}

export function presentRating({ rating, helpfulCount }: RatedFaq) {
  return {
    rating_id: rating.id,
    faq_id: rating.faqId,
    submitted_at: new Date(rating.createdAt).toISOString(),
    current_helpful_count: helpfulCount,
    thank_you_message: 'Thank you for telling us',
  };
}

export function presentToggle({ rating, helpfulCount }: RatedFaq) {
  return {
    success: true,
    faq_id: rating.faqId,
    helpful: rating.isHelpful,
    helpful_count: helpfulCount,
    message: rating.isHelpful ? 'Marked as helpful' : 'Marked as not helpful',
  };
}
