import type { Page, PageRequest } from '../../../kernel/pagination.js';
import type { ContactForm, ContactStatus, Feedback, FeedbackStatus } from '../domain/contact.js';
import type { Faq, FaqCategory, FaqRating } from '../domain/faq.js';
import type { Ticket, TicketCategory, TicketMessage, TicketStatus } from '../domain/ticket.js';
import type { Tutorial, TutorialStatus } from '../domain/tutorial.js';

export abstract class ContactForms {
  abstract add(form: ContactForm): Promise<void>;
  abstract find(id: string): Promise<ContactForm | undefined>;
  /** Locks the form until the end of the unit of work. */
  abstract lock(id: string): Promise<ContactForm | undefined>;
  /** In the caller's unit of work. */
  abstract setStatus(id: string, status: ContactStatus): Promise<void>;
  abstract list(page: PageRequest): Promise<Page<ContactForm>>;
}

export abstract class FaqRatings {
  abstract find(faqId: string, userId: string): Promise<FaqRating | undefined>;
  abstract list(faqId: string, page: PageRequest): Promise<Page<FaqRating>>;
  /** Inserts or updates a rating. The caller holds the FAQ's lock. */
  abstract put(rating: FaqRating): Promise<void>;
  /** Times of the user's recent toggles (unix ms), locked until the end of the caller's unit of work. */
  abstract lockToggles(userId: string): Promise<readonly number[]>;
  abstract setToggles(userId: string, times: readonly number[]): Promise<void>;
}

/** Removed FAQs are never found. */
export abstract class Faqs {
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
}

export abstract class FeedbackStore {
  abstract add(feedback: Feedback): Promise<void>;
  /** Newest first; of one status where it is given. */
  abstract list(status: FeedbackStatus | undefined, page: PageRequest): Promise<Page<Feedback>>;
  abstract lock(id: string): Promise<Feedback | undefined>;
  abstract setStatus(id: string, status: FeedbackStatus): Promise<void>;
}

export interface TicketFilter {
  /** Undefined for the tickets of all users. */
  readonly userId?: string | undefined;
  readonly status?: TicketStatus | undefined;
  readonly category?: TicketCategory | undefined;
  readonly from?: number | undefined;
  /** Exclusive. */
  readonly until?: number | undefined;
}

export interface NumberedPage {
  readonly page: number;
  readonly limit: number;
}

export abstract class Tickets {
  /**
   * The next number of the day, from 1, in the caller's unit of work; holds the day's lock until its end. No number is skipped,
   * because a rollback returns it.
   * @param day in Africa/Lagos, `YYYY-MM-DD`
   */
  abstract nextNumber(day: string): Promise<number>;
  /** Times (unix ms) of the user's tickets since then, newest first; at most `limit`. */
  abstract openedSince(userId: string, since: number, limit: number): Promise<number[]>;
  abstract add(ticket: Ticket): Promise<void>;
  /** @param userId the required owner; undefined for any */
  abstract find(id: string, userId: string | undefined): Promise<Ticket | undefined>;
  abstract lock(id: string, userId: string | undefined): Promise<Ticket | undefined>;
  /** Writes status, priority, responses and updatedAt of a locked ticket. */
  abstract save(ticket: Ticket): Promise<void>;
  /** @param position of the message in its ticket, from 0 */
  abstract addMessage(message: TicketMessage, position: number): Promise<void>;
  /** Newest first, with the total count. */
  abstract list(filter: TicketFilter, page: NumberedPage): Promise<{ tickets: Ticket[]; total: number }>;
  abstract messages(ticketId: string): Promise<TicketMessage[]>;
  abstract idsOf(userId: string, limit: number): Promise<string[]>;
  /** Resolved or closed ones that did not change since. */
  abstract idsEndedBefore(time: number, limit: number): Promise<string[]>;
  /** With their messages, in the caller's unit of work. */
  abstract remove(ids: readonly string[]): Promise<void>;
}

export abstract class Tutorials {
  abstract add(tutorial: Tutorial): Promise<void>;
  /** In any status, removed ones too. */
  abstract find(id: string): Promise<Tutorial | undefined>;
  abstract lock(id: string): Promise<Tutorial | undefined>;
  abstract save(tutorial: Tutorial): Promise<void>;
  abstract delete(id: string): Promise<void>;
  /** Newest first, of these statuses, matching the text in title or content where it is given. */
  abstract list(statuses: readonly TutorialStatus[], searchText: string | undefined, page: PageRequest): Promise<Page<Tutorial>>;
}
