import { Injectable } from '@nestjs/common';
import { Database } from '../../../../platform/database/database.js';
import { removeRows } from '../../../../platform/database/remove-rows.js';
import { type DataSubject, Eraser } from '../../../identity/index.js';
import { LocationRecordRow } from './location-record.row.js';

@Injectable()
export class TypeormLocationEraser extends Eraser {
  constructor(private readonly database: Database) {
    super();
  }

  async erase({ userId }: DataSubject): Promise<void> {
    await removeRows(this.database.repository(LocationRecordRow), { userId });
  }
}
