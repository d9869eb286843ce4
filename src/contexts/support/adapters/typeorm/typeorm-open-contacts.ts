import { Injectable } from '@nestjs/common';
import { Contributes } from '../../../../kernel/registry.js';
import { OpenRecords, type RecordSummary, StaffRecords } from '../../../../kernel/staff-records.js';
import { Database } from '../../../../platform/database/database.js';
import { countRows, idsAmong, oldestRows, rowsById } from '../../../../platform/database/open-rows.js';
import { ContactFormRow } from './support.rows.js';

const OPEN = [{ status: 'pending' as const }];

@Injectable()
@Contributes(StaffRecords)
export class TypeormOpenContacts extends OpenRecords {
  override readonly kind = 'contact';
  override readonly permission = 'otherControl.getFeedback';

  constructor(private readonly database: Database) {
    super();
  }

  override async find(text: string, limit: number): Promise<RecordSummary[]> {
    const forms = await this.rows.findBy({ id: text });
    return (forms.length > 0 ? forms : await this.from(text.toLowerCase(), limit)).map(summaryOf);
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

  private from(email: string, take: number): Promise<ContactFormRow[]> {
    return this.rows.find({ where: { email }, order: { createdAt: 'DESC' }, take });
  }

  private get rows() {
    return this.database.repository(ContactFormRow);
  }
}

function summaryOf({ id, name, email, subject, status, createdAt }: ContactFormRow): RecordSummary {
  return { id, title: subject === '' ? 'Contact form' : subject, detail: `${name}, ${email}`, status, userId: '', createdAt };
}
