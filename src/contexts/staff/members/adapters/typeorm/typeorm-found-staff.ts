import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { Contributes } from '../../../../../kernel/registry.js';
import { type RecordSummary, StaffRecords } from '../../../../../kernel/staff-records.js';
import { Database } from '../../../../../platform/database/database.js';
import { beginsWith } from '../../../../../platform/database/text-beginning.js';
import { readRowPage } from '../../../../../platform/database/read-row-page.js';
import { StaffProfileRow } from './staff-profile.row.js';

/** Members of staff by the id of their account. */
@Injectable()
@Contributes(StaffRecords)
export class TypeormFoundStaff extends StaffRecords {
  override readonly kind = 'staff';
  override readonly permission = 'staffControl.getDataList';

  constructor(private readonly database: Database) {
    super();
  }

  override async find(text: string, take: number): Promise<RecordSummary[]> {
    const where = [
      { userId: text },
      { trackingId: text.toUpperCase() },
      { email: text.toLowerCase() },
      { agentName: beginsWith(text) },
    ];
    const { items } = await readRowPage(this.rows, where, { before: undefined, size: take });
    return items.flatMap(summaryOf);
  }

  override async named(ids: readonly string[]): Promise<RecordSummary[]> {
    return (await this.rows.findBy({ userId: In([...ids]) })).flatMap(summaryOf);
  }

  /** Colleagues know each other by name. */
  override nameForAll({ title }: RecordSummary): string {
    return title;
  }

  private get rows() {
    return this.database.repository(StaffProfileRow);
  }
}

/** None before somebody is registered. */
function summaryOf({ userId, agentName, role, department, status, createdAt }: StaffProfileRow): RecordSummary[] {
  if (userId === null) return [];
  const detail = [role, department].filter((text) => text !== null && text !== '').join(', ');
  return [{ id: userId, title: agentName, detail, status, userId, createdAt }];
}
