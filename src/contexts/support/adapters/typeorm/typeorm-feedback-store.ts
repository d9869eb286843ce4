import { Injectable } from '@nestjs/common';
import type { Page, PageRequest } from '../../../../kernel/pagination.js';
import { Database } from '../../../../platform/database/database.js';
import { readRowPage } from '../../../../platform/database/read-row-page.js';
import { FeedbackStore } from '../../application/ports.js';
import type { Feedback, FeedbackStatus } from '../../domain/contact.js';
import { FeedbackRow } from './support.rows.js';
import { rowLock } from '../../../../platform/database/row-lock.js';

@Injectable()
export class TypeormFeedbackStore extends FeedbackStore {
  constructor(private readonly database: Database) {
    super();
  }

  async add(feedback: Feedback): Promise<void> {
    await this.rows.insert({ ...feedback });
  }

  list(status: FeedbackStatus | undefined, page: PageRequest): Promise<Page<Feedback>> {
    return readRowPage(this.rows, status === undefined ? {} : { status }, page);
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
