import type { Page, PageRequest } from '../../../../kernel/pagination.js';
import { Notices } from './notices.js';

export interface Notice {
  readonly id: string;
  readonly userId: string;
  readonly subject: string;
  readonly message: string;
  readonly createdAt: number;
}

export abstract class NoticeStore extends Notices {
  abstract list(userId: string, page: PageRequest): Promise<Page<Notice>>;
}
