import type { Page, PageRequest } from '../../kernel/pagination.js';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import { newId } from '../../kernel/ids.js';
import { AuditedUnitOfWork, type StaffMember } from '../audit/index.js';
import { Failure } from '../../kernel/failure.js';
import { supportFailures } from './failures.js';
import { UnitOfWork } from '../../kernel/unit-of-work.js';

export interface Faq {
  readonly id: string;
  readonly question: string;
  readonly answer: string;
  readonly category: string;
  readonly status: 'active' | 'removed';
  readonly helpfulCount: number;
  readonly createdAt: number;
}

export interface FaqCategory {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly icon: string;
  readonly faqCount: number;
}

/** One for each user and FAQ. */
export interface FaqRating {
  readonly id: string;
  readonly faqId: string;
  readonly userId: string;
  readonly isHelpful: boolean;
  /** May be empty. */
  readonly feedback: string;
  readonly createdAt: number;
}

export const GENERAL_CATEGORY = 'general';

/** Equal for spellings that differ only in case, spaces and closing punctuation. */
export function questionKey(question: string): string {
  return question
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/[\s?!.]+$/, '')
    .trim();
}

/** A slug of the name: `Cards & limits` is `cards-limits`. Undefined where nothing remains. */
export function categoryId(name: string): string | undefined {
  const id = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{Mark}+/gu, '')
    .replace(/[^\p{Letter}\p{Number}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 64);
  return id === '' ? undefined : id;
}

const MAX_TOGGLES = 10;
const WINDOW_MS = 60_000;

/** The user's toggles of the last minute (unix ms) with one more; undefined beyond the limit. */
export function withToggle(earlier: readonly number[], now: number): number[] | undefined {
  const recent = earlier.filter((time) => time > now - WINDOW_MS);
  return recent.length < MAX_TOGGLES ? [...recent, now] : undefined;
}

export function retryAfterSeconds(earlier: readonly number[], now: number): number {
  const oldest = earlier.filter((time) => time > now - WINDOW_MS).at(-MAX_TOGGLES) ?? now;
  return Math.max(1, Math.ceil((oldest + WINDOW_MS - now) / 1000));
}

/** FAQs with their categories and ratings. Removed FAQs are never found. */
export abstract class FaqStore {
  /** @throws Failure `support.duplicate_question` */
  abstract add(faq: Faq): Promise<void>;
  abstract find(id: string): Promise<Faq | undefined>;
  abstract lock(id: string): Promise<Faq | undefined>;
  /** Writes a locked FAQ. @throws Failure `support.duplicate_question` */
  abstract save(faq: Faq): Promise<void>;
  /** Newest first; of one category where it is given. */
  abstract list(category: string | undefined, page: PageRequest): Promise<Page<Faq>>;
  abstract categories(): Promise<FaqCategory[]>;
  abstract addCategoryIfMissing(id: string, name: string): Promise<void>;

  abstract findRating(faqId: string, userId: string): Promise<FaqRating | undefined>;
  abstract listRatings(faqId: string, page: PageRequest): Promise<Page<FaqRating>>;
  /** Inserts or updates a rating. The caller holds the FAQ's lock. */
  abstract putRating(rating: FaqRating): Promise<void>;
  /** Times of the user's recent toggles (unix ms), locked until the end of the caller's unit of work. */
  abstract lockToggles(userId: string): Promise<readonly number[]>;
  abstract setToggles(userId: string, times: readonly number[]): Promise<void>;
}

export interface NewFaq {
  readonly question: string;
  readonly answer: string;
  readonly category?: string | undefined;
}

export type FaqUpdate = Partial<NewFaq> & { readonly id: string };

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

@Injectable()
export class Faqs {
  constructor(
    private readonly store: FaqStore,
    private readonly auditedUnitOfWork: AuditedUnitOfWork,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** @returns the new FAQ's id. @throws Failure `support.duplicate_question` */
  create({ question, answer, category }: NewFaq, staff: StaffMember, action: string): Promise<string> {
    return this.auditedUnitOfWork.execute(staff, action, async () => {
      const faq: Faq = {
        id: newId(),
        question,
        answer,
        category: await this.ensureCategory(category ?? GENERAL_CATEGORY),
        status: 'active',
        helpfulCount: 0,
        createdAt: this.clock.now(),
      };
      await this.store.add(faq);
      return { subject: `faq:${faq.id}`, after: { question, answer, category: faq.category }, result: faq.id };
    });
  }

  /** Undefined fields stay. @throws Failure of `support` */
  update({ id, question, answer, category }: FaqUpdate, staff: StaffMember, action: string): Promise<void> {
    if (question === undefined && answer === undefined && category === undefined)
      throw new Failure(supportFailures.nothing_to_change);
    return this.auditedUnitOfWork.execute(staff, action, async () => {
      const faq = await this.store.lock(id);
      if (!faq) throw new Failure(supportFailures.nothing_to_process);
      const updated = {
        ...faq,
        question: question ?? faq.question,
        answer: answer ?? faq.answer,
        category: category === undefined ? faq.category : await this.ensureCategory(category),
      };
      await this.store.save(updated);
      return {
        subject: `faq:${id}`,
        before: { question: faq.question, answer: faq.answer, category: faq.category },
        after: { question: updated.question, answer: updated.answer, category: updated.category },
        result: undefined,
      };
    });
  }

  /** Hides the FAQ; its ratings are kept. */
  remove(id: string, staff: StaffMember, action: string): Promise<void> {
    return this.auditedUnitOfWork.execute(staff, action, async () => {
      const faq = await this.store.lock(id);
      if (!faq) throw new Failure(supportFailures.nothing_to_process);
      await this.store.save({ ...faq, status: 'removed' });
      return { subject: `faq:${id}`, before: { status: faq.status }, after: { status: 'removed' }, result: undefined };
    });
  }

  /**
   * One rating for each user and FAQ. The FAQ's lock serialises ratings, so that the count is exact.
   * @param onRepeat whether repeating the same rating is refused or keeps it @throws Failure `support.faq_not_found`, `support.already_rated`
   */
  rate(newRating: NewFaqRating, onRepeat: 'refused' | 'kept' = 'refused'): Promise<RatedFaq> {
    const { faqId, userId, isHelpful, feedback } = newRating;
    return this.unitOfWork.run(async () => {
      const faq = await this.store.lock(faqId);
      if (!faq) throw new Failure(supportFailures.faq_not_found);
      const before = await this.store.findRating(faqId, userId);
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
      await this.store.putRating(rating);
      const helpfulCount = faq.helpfulCount + Number(isHelpful) - Number(before?.isHelpful ?? false);
      if (helpfulCount !== faq.helpfulCount) await this.store.save({ ...faq, helpfulCount });
      return { rating, helpfulCount };
    });
  }

  /** @throws Failure `support.faq_not_found`, `support.too_many_toggles` */
  toggle(newRating: NewFaqRating): Promise<RatedFaq> {
    return this.unitOfWork.run(async () => {
      const earlier = await this.store.lockToggles(newRating.userId);
      const now = this.clock.now();
      const times = withToggle(earlier, now);
      if (!times) throw new Failure(supportFailures.too_many_toggles, { retryAfterSeconds: retryAfterSeconds(earlier, now) });
      await this.store.setToggles(newRating.userId, times);
      return this.rate(newRating, 'kept');
    });
  }

  /** The id of the category with this name or id, created if missing; in the caller's unit of work. */
  private async ensureCategory(name: string): Promise<string> {
    const id = categoryId(name) ?? GENERAL_CATEGORY;
    await this.store.addCategoryIfMissing(id, name);
    return id;
  }
}
