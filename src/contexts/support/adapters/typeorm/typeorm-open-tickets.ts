import { Injectable } from '@nestjs/common';
import { Contributes } from '../../../../kernel/registry.js';
import { OpenRecords, type RecordSummary, StaffRecords } from '../../../../kernel/staff-records.js';
import { Database } from '../../../../platform/database/database.js';
import { countRows, idsAmong, oldestRows, rowsById } from '../../../../platform/database/open-rows.js';
import { beginsWith } from '../../../../platform/database/text-beginning.js';
import { TicketRow } from './support.rows.js';

const OPEN = [{ status: 'open' as const }, { status: 'in_progress' as const }];

@Injectable()
@Contributes(StaffRecords)
export class TypeormOpenTickets extends OpenRecords {
  override readonly kind = 'ticket';
  override readonly permission = 'helpControl.getDataList';

  constructor(private readonly database: Database) {
    super();
  }

  override async find(text: string, limit: number): Promise<RecordSummary[]> {
    const tickets = await this.rows.findBy({ id: text });
    return (tickets.length > 0 ? tickets : await this.byReference(text.toUpperCase(), limit)).map(summaryOf);
  }

  override countOpen(limit: number): Promise<number> {
    return countRows(this.rows, OPEN, limit);
  }

  override async listOpen(limit: number, after?: number): Promise<RecordSummary[]> {
    return (await oldestRows(this.rows, OPEN, limit, after)).map(summaryOf);
  }

  override openAmong(ids: readonly string[]): Promise<ReadonlySet<string>> {
    return idsAmong(this.rows, OPEN, ids);
  }

  override async named(ids: readonly string[]): Promise<RecordSummary[]> {
    return (await rowsById(this.rows, ids)).map(summaryOf);
  }

  /** The latest first, as the index has them; sorting by time would read all that begin so. */
  private byReference(text: string, take: number): Promise<TicketRow[]> {
    return this.rows.find({ where: { reference: beginsWith(text) }, order: { reference: 'DESC' }, take });
  }

  private get rows() {
    return this.database.repository(TicketRow);
  }
}

function summaryOf({ id, reference, subject, priority, status, userId, createdAt }: TicketRow): RecordSummary {
  return { id, title: subject, detail: `${reference}, ${priority}`, status, userId, createdAt };
}
