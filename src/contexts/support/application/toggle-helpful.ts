import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { Failure } from '../../../kernel/failure.js';
import { UnitOfWork } from '../../../kernel/unit-of-work.js';
import { supportFailures } from '../domain/support.failures.js';
import { retryAfterSeconds, withToggle } from '../domain/toggle-limit.js';
import { FaqRatings } from './ports.js';
import { type NewFaqRating, RateFaq, type RatedFaq } from './rate-faq.js';

@Injectable()
export class ToggleHelpful {
  constructor(
    private readonly rateFaq: RateFaq,
    private readonly ratings: FaqRatings,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** @throws Failure `support.faq_not_found`, `support.too_many_toggles` */
  execute(newRating: NewFaqRating): Promise<RatedFaq> {
    return this.unitOfWork.run(async () => {
      const earlier = await this.ratings.lockToggles(newRating.userId);
      const now = this.clock.now();
      const times = withToggle(earlier, now);
      if (!times) throw new Failure(supportFailures.too_many_toggles, { retryAfterSeconds: retryAfterSeconds(earlier, now) });
      await this.ratings.setToggles(newRating.userId, times);
      return this.rateFaq.execute(newRating, 'kept');
    });
  }
}
