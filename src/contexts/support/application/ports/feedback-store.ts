import type { Page, PageRequest } from '../../../../kernel/pagination.js';
import type { Feedback, FeedbackStatus } from '../../domain/contact.js';

export abstract class FeedbackStore {
  abstract add(feedback: Feedback): Promise<void>;
  /** Newest first; of one status where it is given. */
  abstract list(status: FeedbackStatus | undefined, page: PageRequest): Promise<Page<Feedback>>;
  abstract lock(id: string): Promise<Feedback | undefined>;
  abstract setStatus(id: string, status: FeedbackStatus): Promise<void>;
}
