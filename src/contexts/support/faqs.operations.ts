import { Before, Flag, LongText, Optional, Text, NoInput } from '../../platform/http/input.decorators.js';
import { ListInput, pageOrWhole } from '../../platform/http/list-input.js';
import { SortedBy, type ListKeys } from '../../platform/http/list-keys.js';
import { type RatedFaq, type Faq, type FaqCategory, type FaqRating, Faqs, FaqStore, categoryId } from './faqs.js';
import { Injectable } from '@nestjs/common';
import type { Caller } from '../../kernel/caller.js';
import { Failure } from '../../kernel/failure.js';
import { on, Operation } from '../../platform/http/operation.decorator.js';
import { comment, commentWithId, oneOrListOf, pageOrFileOf } from '../../platform/http/presenting.js';
import { supportFailures } from './failures.js';

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

export class CreateFaqInput {
  @Text() qstn: string;
  @LongText() answ: string;
  @Optional() @Text() category?: string;
}

export class FetchFaqInput {
  @Optional() @Text() reqv?: string;
  @Optional() @Text() category?: string;
  @Optional() @Before() page?: number;
}

export class RemoveFaqInput {
  @Text() reqv: string;
}

@SortedBy(RATING_KEYS)
export class FetchRatingsInput extends ListInput {
  @Text() reqv: string;
}

export class UpdateFaqInput {
  @Text() qxid: string;
  @Optional() @Text() qstn?: string;
  @Optional() @LongText() answ?: string;
  @Optional() @Text() category?: string;
}

export class RateFaqInput {
  @Text() faq_id: string;
  @Flag() helpful: boolean;
  @Optional() @LongText() feedback?: string;
}

const FAQS_PER_PAGE = 15;
const NO_CODE = { code: null } as const;

@Injectable()
export class FaqsOperations {
  constructor(
    private readonly faqs: Faqs,
    private readonly store: FaqStore,
  ) {}

  @Operation('control_support_faq_create', {
    method: 'POST',
    access: 'admin',
    permission: 'helpControl.allowCreate',
    forbidden: NO_CODE,
    missing: null,
    failures: [on(supportFailures.duplicate_question, NO_CODE)],
    fault: NO_CODE,
    present: commentWithId('The FAQ was added'),
    summary: 'Adds an FAQ; a question that is there already is refused.',
  })
  async create({ qstn, answ, category }: CreateFaqInput, caller: Caller) {
    const faq = { question: qstn, answer: answ, category };
    return this.faqs.create(faq, caller, 'control_support_faq_create');
  }

  @Operation('control_support_faq_fetch', {
    method: 'GET',
    access: 'none',
    missing: null,
    failures: [on(supportFailures.no_faq, NO_CODE)],
    fault: NO_CODE,
    present: oneOrListOf(presentFaq),
    summary: 'FAQs, newest first, or one of them.',
  })
  async fetch({ reqv, category, page }: FetchFaqInput) {
    if (reqv !== undefined) {
      const faq = await this.store.find(reqv);
      if (!faq) throw new Failure(supportFailures.no_faq);
      return faq;
    }
    const inCategory = category === undefined ? undefined : (categoryId(category) ?? category);
    const { items } = await this.store.list(inCategory, { before: page, size: FAQS_PER_PAGE });
    if (items.length === 0) throw new Failure(supportFailures.no_faq);
    return items;
  }

  @Operation('control_support_faq_remove', {
    method: 'DELETE',
    access: 'admin',
    permission: 'helpControl.allowModify',
    forbidden: NO_CODE,
    missing: null,
    failures: [on(supportFailures.nothing_to_process, NO_CODE)],
    fault: NO_CODE,
    present: comment('The FAQ was removed'),
    summary: 'Removes an FAQ.',
  })
  async remove({ reqv }: RemoveFaqInput, caller: Caller) {
    await this.faqs.remove(reqv, caller, 'control_support_faq_remove');
  }

  @Operation('control_support_faq_update', {
    method: 'PATCH',
    access: 'admin',
    permission: 'helpControl.allowModify',
    forbidden: NO_CODE,
    missing: null,
    failures: [
      on(supportFailures.nothing_to_process, NO_CODE),
      on(supportFailures.nothing_to_change, NO_CODE),
      on(supportFailures.duplicate_question, NO_CODE),
    ],
    fault: NO_CODE,
    present: comment('The FAQ was changed'),
    summary: 'Changes what is given of an FAQ.',
  })
  async update({ qxid, qstn, answ, category }: UpdateFaqInput, caller: Caller) {
    const update = { id: qxid, question: qstn, answer: answ, category };
    await this.faqs.update(update, caller, 'control_support_faq_update');
  }

  @Operation('support_faq_toggle_helpful', {
    method: 'POST',
    access: 'signed',
    missing: 400,
    failures: [on(supportFailures.faq_not_found), on(supportFailures.too_many_toggles)],
    present: presentToggle,
    summary: 'Says whether an FAQ is helpful, and may change it again; ten times a minute.',
  })
  async toggle({ faq_id, helpful, feedback }: RateFaqInput, { userId }: Caller) {
    const newRating = { faqId: faq_id, userId, isHelpful: helpful, feedback };
    return this.faqs.toggle(newRating);
  }

  @Operation('support_faq_categories', {
    method: 'GET',
    access: 'signed',
    present: presentCategories,
    summary: 'The categories of FAQs, with how many there are in each.',
  })
  async categories(_: NoInput) {
    return this.store.categories();
  }

  @Operation('support_faq_rating', {
    method: 'POST',
    access: 'signed',
    missing: 400,
    failures: [on(supportFailures.faq_not_found), on(supportFailures.already_rated)],
    present: presentRating,
    summary: 'Rates an FAQ; another value than before replaces it.',
  })
  async rate({ faq_id, helpful, feedback }: RateFaqInput, { userId }: Caller) {
    return this.faqs.rate({ faqId: faq_id, userId, isHelpful: helpful, feedback });
  }

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
  async fetchRatings({ reqv, ...input }: FetchRatingsInput) {
    const page = await pageOrWhole(input, RATING_KEYS, (request) => this.store.listRatings(reqv, request));
    if (page.items.length === 0) throw new Failure(supportFailures.no_ratings);
    return page;
  }
}
