import { Injectable } from '@nestjs/common';
import { type DataSubject, Eraser } from '../../../../kernel/eraser.js';
import { Contributes } from '../../../../kernel/registry.js';
import { Database } from '../../../../platform/database/database.js';
import { removeRows } from '../../../../platform/database/remove-rows.js';
import { tablesOf } from '../../../../platform/database/table.js';
import { NoticeRow } from './notifications.rows.js';

@Injectable()
@Contributes(Eraser)
export class TypeormNoticesEraser extends Eraser {
  readonly tables = tablesOf(NoticeRow);

  constructor(private readonly database: Database) {
    super();
  }

  async erase({ userId }: DataSubject): Promise<void> {
    await removeRows(this.database.repository(NoticeRow), { userId });
  }
}
