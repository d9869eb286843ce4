import { Injectable } from '@nestjs/common';
import { LessThan } from 'typeorm';
import { type Page, type PageRequest, readPage } from '../../../../kernel/pagination.js';
import { Database } from '../../../../platform/database/database.js';
import { FeedbackStore } from '../../application/ports/feedback-store.js';
import type { Feedback, FeedbackStatus } from '../../domain/contact.js';
import { FeedbackRow } from './feedback.row.js';
import { rowLock } from './row-lock.js';

const NEWEST_FIRST = { createdAt: 'DESC', id: 'DESC' } as const;

@Injectable()
export class TypeormFeedbackStore extends FeedbackStore {
  constructor(private readonly database: Database) {
    super();
  }

  async add(feedback: Feedback): Promise<void> {
    await this.rows.insert({ ...feedback });
  }

  list(status: FeedbackStatus | undefined, page: PageRequest): Promise<Page<Feedback>> {
    const where = status === undefined ? {} : { status };
    return readPage(
      page,
      (before, take) => {
        const when = before === undefined ? {} : { createdAt: LessThan(before) };
        return this.rows.find({ where: { ...where, ...when }, order: NEWEST_FIRST, take });
      },
      (createdAt) => this.rows.find({ where: { ...where, createdAt }, order: NEWEST_FIRST }),
    );
  }

  async lock(id: string): Promise<Feedback | undefined> {
    return (await this.rows.findOne({ where: { id }, ...rowLock(this.database) })) ?? undefined;
  }

  async setStatus(id: string, status: FeedbackStatus): Promise<void> {
    await this.rows.update({ id }, { status });
  }

  private get rows() {
    return this.database.repository(FeedbackRow);
  }
}
