import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { Failure } from '../../../kernel/failure.js';
import { newId } from '../../../kernel/ids.js';
import { UnitOfWork } from '../../../kernel/unit-of-work.js';
import type { FaqRating } from '../domain/faq.js';
import { supportFailures } from '../domain/support.failures.js';
import { FaqRatings, Faqs } from './ports.js';

export interface NewFaqRating {
  readonly faqId: string;
  readonly userId: string;
  readonly isHelpful: boolean;
  /** Undefined keeps the previous text. */
  readonly feedback?: string | undefined;
}

export interface RatedFaq {
  readonly rating: FaqRating;
  readonly helpfulCount: number;
}

/** Waiting does not help, so clients that repeat by themselves shall give up. */
const RATED_AGAIN_SECONDS = 86_400;

/** One rating for each user and FAQ. The FAQ's lock serialises ratings, so that the count is exact. */
@Injectable()
export class RateFaq {
  constructor(
    private readonly faqs: Faqs,
    private readonly ratings: FaqRatings,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** @param onRepeat whether repeating the same rating is refused or keeps it @throws Failure `support.faq_not_found`, `support.already_rated` */
  execute(newRating: NewFaqRating, onRepeat: 'refused' | 'kept' = 'refused'): Promise<RatedFaq> {
    const { faqId, userId, isHelpful, feedback } = newRating;
    return this.unitOfWork.run(async () => {
      const faq = await this.faqs.lock(faqId);
      if (!faq) throw new Failure(supportFailures.faq_not_found);
      const before = await this.ratings.find(faqId, userId);
      if (before?.isHelpful === isHelpful && onRepeat === 'refused')
        throw new Failure(supportFailures.already_rated, { retryAfterSeconds: RATED_AGAIN_SECONDS });
      const rating: FaqRating = {
        id: before?.id ?? newId(),
        faqId,
        userId,
        isHelpful,
        feedback: feedback ?? before?.feedback ?? '',
        createdAt: this.clock.now(),
      };
      await this.ratings.put(rating);
      const helpfulCount = faq.helpfulCount + Number(isHelpful) - Number(before?.isHelpful ?? false);
      if (helpfulCount !== faq.helpfulCount) await this.faqs.save({ ...faq, helpfulCount });
      return { rating, helpfulCount };
    });
  }
}
