import { Injectable } from '@nestjs/common';
import type { Caller } from '../../kernel/caller.js';
import { Failure } from '../../kernel/failure.js';
import { NoInput } from '../../platform/http/input.decorators.js';
import { on, Operation } from '../../platform/http/operation.decorator.js';
import { comment, commentWithId, oneOrListOf } from '../../platform/http/presenting.js';
import { CreateFaq } from './application/create-faq.js';
import { Faqs } from './application/ports.js';
import { RateFaq } from './application/rate-faq.js';
import { RemoveFaq } from './application/remove-faq.js';
import { ToggleHelpful } from './application/toggle-helpful.js';
import { UpdateFaq } from './application/update-faq.js';
import { categoryId } from './domain/faq.js';
import { supportFailures } from './domain/support.failures.js';
import { CreateFaqInput, FetchFaqInput, RateFaqInput, RemoveFaqInput, UpdateFaqInput } from './faqs.inputs.js';
import { presentCategories, presentFaq, presentRating, presentToggle } from './faqs.presenters.js';

const FAQS_PER_PAGE = 15;
const NO_CODE = { code: null } as const;

@Injectable()
export class FaqsOperations {
  constructor(
    private readonly faqs: Faqs,
    private readonly createFaq: CreateFaq,
    private readonly updateFaq: UpdateFaq,
    private readonly removeFaq: RemoveFaq,
    private readonly rateFaq: RateFaq,
    private readonly toggleHelpful: ToggleHelpful,
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
    const id = await this.createFaq.execute(faq, caller, 'control_support_faq_create');
    return id;
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
      const faq = await this.faqs.find(reqv);
      if (!faq) throw new Failure(supportFailures.no_faq);
      return faq;
    }
    const inCategory = category === undefined ? undefined : (categoryId(category) ?? category);
    const { items } = await this.faqs.list(inCategory, { before: page, size: FAQS_PER_PAGE });
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
    await this.removeFaq.execute(reqv, caller, 'control_support_faq_remove');
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
    await this.updateFaq.execute(update, caller, 'control_support_faq_update');
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
    return this.toggleHelpful.execute(newRating);
  }

  @Operation('support_faq_categories', {
    method: 'GET',
    access: 'signed',
    present: presentCategories,
    summary: 'The categories of FAQs, with how many there are in each.',
  })
  async categories(_: NoInput) {
    return this.faqs.categories();
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
    return this.rateFaq.execute({ faqId: faq_id, userId, isHelpful: helpful, feedback });
  }
}
