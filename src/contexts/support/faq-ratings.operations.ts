import { Injectable } from '@nestjs/common';
import { Failure } from '../../kernel/failure.js';
import { pageOrWhole } from '../../platform/http/list-input.js';
import { on, Operation } from '../../platform/http/operation.decorator.js';
import { pageOrFileOf } from '../../platform/http/presenting.js';
import { FaqRatings } from './application/ports.js';
import { supportFailures } from './domain/support.failures.js';
import { FetchRatingsInput } from './faqs.inputs.js';
import { presentGivenRating, RATING_KEYS } from './faqs.presenters.js';

@Injectable()
export class FaqRatingsOperations {
  constructor(private readonly ratings: FaqRatings) {}

  @Operation('control_support_faq_ratings', {
    method: 'GET',
    access: 'admin',
    permission: 'helpControl.viewDetails',
    missing: 400,
    reads: ({ format }: FetchRatingsInput) => (format === 'csv' ? 'faq_ratings' : undefined),
    failures: [on(supportFailures.no_ratings, { code: 404 })],
    present: pageOrFileOf('faq-ratings', presentGivenRating),
    summary: 'The ratings of an FAQ with what users wrote, newest first.',
  })
  async fetch({ reqv, ...input }: FetchRatingsInput) {
    const page = await pageOrWhole(input, RATING_KEYS, (request) => this.ratings.list(reqv, request));
    if (page.items.length === 0) throw new Failure(supportFailures.no_ratings);
    return page;
  }
}
