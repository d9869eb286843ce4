import { Injectable } from '@nestjs/common';
import { Contributes } from '../../../../kernel/registry.js';
import { OpenRecords, type RecordSummary, StaffRecords } from '../../../../kernel/staff-records.js';
import { Database } from '../../../../platform/database/database.js';
import { countRows, oldestRows } from '../../../../platform/database/open-rows.js';
import { SystemLogRow } from './system-log.row.js';

const OPEN = [{ status: 'open' as const }];
const TITLE_LENGTH = 160;

@Injectable()
@Contributes(StaffRecords)
export class TypeormOpenSystemLogs extends OpenRecords {
  override readonly kind = 'system_log';
  override readonly permission = 'otherControl.otherAccess';

  constructor(private readonly database: Database) {
    super();
  }

  override async find(text: string, limit: number): Promise<RecordSummary[]> {
    return (await this.rows.find({ where: { id: text }, take: limit })).map(summaryOf);
  }

  override countOpen(limit: number): Promise<number> {
    return countRows(this.rows, OPEN, limit);
  }

  override async listOpen(limit: number): Promise<RecordSummary[]> {
    return (await oldestRows(this.rows, OPEN, limit)).map(summaryOf);
  }

  private get rows() {
    return this.database.repository(SystemLogRow);
  }
}

function summaryOf({ id, kind, description, status, createdAt }: SystemLogRow): RecordSummary {
  return { id, title: description.slice(0, TITLE_LENGTH), detail: kind, status, userId: '', createdAt };
}
