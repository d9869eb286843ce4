import { Injectable } from '@nestjs/common';
import { Clock } from '../../../../kernel/clock.js';
import { type RowInsert, COMMITTED_AT } from '../../../../kernel/row-changes.js';
import { newId } from '../../../../kernel/ids.js';
import type { Page, PageRequest } from '../../../../kernel/pagination.js';
import { Database } from '../../../../platform/database/database.js';
import { readRowPage } from '../../../../platform/database/read-row-page.js';
import { tableOf } from '../../../../platform/database/table.js';
import { type KeyedNotice, type NewNotice, type Notice, NoticeStore } from '../../application/ports.js';
import { NoticeRow } from './notifications.rows.js';

const TABLE = tableOf(NoticeRow);

@Injectable()
export class TypeormNotices extends NoticeStore {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {
    super();
  }

  async add({ userId, subject, message }: NewNotice): Promise<void> {
    await this.database.repository(NoticeRow).insert({ id: newId(), userId, subject, message, createdAt: this.clock.now() });
  }

  addAll(notices: readonly KeyedNotice[]): Promise<void> {
    const rows = notices.map(({ userId, createdAt, id, subject, message }) => ({ userId, createdAt, id, subject, message }));
    return TABLE.insertNew(this.database, rows);
  }

  toRow({ userId, subject, message }: NewNotice): RowInsert {
    return TABLE.insert({ id: newId(), userId, subject, message, createdAt: COMMITTED_AT });
  }

  list(userId: string, page: PageRequest): Promise<Page<Notice>> {
    return readRowPage(this.database.repository(NoticeRow), { userId }, page);
  }
}
