import { Injectable } from '@nestjs/common';
import { Failure } from '../../kernel/failure.js';
import { on, Operation } from '../../platform/http/operation.decorator.js';
import { pageOf } from '../../platform/http/presenting.js';
import { FaqRatings } from './application/ports.js';
import { supportFailures } from './domain/support.failures.js';
import { FetchRatingsInput } from './faqs.inputs.js';
import { presentGivenRating } from './faqs.presenters.js';

const RATINGS_PER_PAGE = 15;

@Injectable()
export class FaqRatingsOperations {
  constructor(private readonly ratings: FaqRatings) {}

  @Operation('control_support_faq_ratings', {
    method: 'GET',
    access: 'admin',
    permission: 'helpControl.viewDetails',
    missing: 400,
    failures: [on(supportFailures.no_ratings, { code: 404 })],
    present: pageOf(presentGivenRating),
    summary: 'The ratings of an FAQ with what users wrote, newest first.',
  })
  async fetch({ reqv, page: before }: FetchRatingsInput) {
    const page = await this.ratings.list(reqv, { before, size: RATINGS_PER_PAGE });
    if (page.items.length === 0) throw new Failure(supportFailures.no_ratings);
    return page;
  }
}
