import { Injectable } from '@nestjs/common';
import { Database } from '../../../../platform/database/database.js';
import { removeRows } from '../../../../platform/database/remove-rows.js';
import { NoticeErasure } from '../../application/ports/notice-erasure.js';
import { NoticeRow } from './notice.row.js';

@Injectable()
export class TypeormNoticeErasure extends NoticeErasure {
  constructor(private readonly database: Database) {
    super();
  }

  async removeAll(userId: string): Promise<void> {
    await removeRows(this.database.repository(NoticeRow), { userId });
  }
}
