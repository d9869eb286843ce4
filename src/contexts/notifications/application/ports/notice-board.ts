import type { Page, PageRequest } from '../../../../kernel/pagination.js';
import { Notices } from './notices.js';

export interface Notice {
  readonly id: string;
  readonly userId: string;
  readonly subject: string;
  readonly message: string;
  /** Unix ms. */
  readonly createdAt: number;
}

/** Notices with their reading side, which only their own context uses. */
export abstract class NoticeBoard extends Notices {
  abstract list(userId: string, page: PageRequest): Promise<Page<Notice>>;
}
