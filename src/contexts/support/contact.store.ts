import { Entity, Index, type Repository } from 'typeorm';
import { IdColumn, LongTextColumn, PrimaryIdColumn, TextColumn, TimeColumn } from '../../platform/database/columns.js';
import { type ContactStatus, type FeedbackStatus, ContactStore, type ContactForm, type Feedback } from './contact.js';
import { record } from '../../platform/database/record.js';
import { Injectable } from '@nestjs/common';
import type { Page, PageRequest } from '../../kernel/pagination.js';
import { Database } from '../../platform/database/database.js';
import { readRowPage } from '../../platform/database/read-row-page.js';
import { rowLock } from '../../platform/database/server-dialect.js';
import type { RecordSummary } from '../../kernel/records.js';

@Entity('contact_form')
@Index('contact_form_recorded', ['createdAt'])
@Index('contact_form_email', ['email'])
@Index('contact_form_status', ['status', 'createdAt'])
export class ContactFormRow {
  @PrimaryIdColumn() id: string;
  @TextColumn('name') name: string;
  @TextColumn('email') email: string;
  @TextColumn('subject') subject: string;
  @LongTextColumn('message') message: string;
  @TextColumn('ip', 64) ip: string;
  @TextColumn('device_name') deviceName: string;
  @TextColumn('device_type') deviceType: string;
  @TextColumn('device_serial') deviceSerial: string;
  @TextColumn('status', 16) status: ContactStatus;
  @TimeColumn('recorded') createdAt: number;
}

@Entity('feedback')
@Index('feedback_recorded', ['createdAt'])
@Index('feedback_user', ['userId'])
@Index('feedback_status', ['status', 'createdAt'])
export class FeedbackRow {
  @PrimaryIdColumn() id: string;
  /** The sender's claim; may be empty. */
  @IdColumn('user_id') userId: string;
  @LongTextColumn('message') message: string;
  @TextColumn('ip', 64) ip: string;
  @TextColumn('device_name') deviceName: string;
  @TextColumn('device_type') deviceType: string;
  @TextColumn('device_serial') deviceSerial: string;
  @TextColumn('status', 16) status: FeedbackStatus;
  @TimeColumn('recorded') createdAt: number;
}

@Injectable()
export class TypeormContactStore extends ContactStore {
  constructor(private readonly database: Database) {
    super();
  }

  async addForm(form: ContactForm): Promise<void> {
    await this.forms.insert({ ...form });
  }

  async findForm(id: string): Promise<ContactForm | undefined> {
    return (await this.forms.findOneBy({ id })) ?? undefined;
  }

  async lockForm(id: string): Promise<ContactForm | undefined> {
    return (await this.forms.findOne({ where: { id }, ...rowLock(this.database) })) ?? undefined;
  }

  async setFormStatus(id: string, status: ContactStatus): Promise<void> {
    await this.forms.update({ id }, { status });
  }

  listForms(page: PageRequest): Promise<Page<ContactForm>> {
    return readRowPage(this.forms, {}, page);
  }

  async addFeedback(feedback: Feedback): Promise<void> {
    await this.feedback.insert({ ...feedback });
  }

  async lockFeedback(id: string): Promise<Feedback | undefined> {
    return (await this.feedback.findOne({ where: { id }, ...rowLock(this.database) })) ?? undefined;
  }

  async setFeedbackStatus(id: string, status: FeedbackStatus): Promise<void> {
    await this.feedback.update({ id }, { status });
  }

  listFeedback(status: FeedbackStatus | undefined, page: PageRequest): Promise<Page<Feedback>> {
    return readRowPage(this.feedback, status === undefined ? {} : { status }, page);
  }

  private get forms() {
    return this.database.repository(ContactFormRow);
  }

  private get feedback() {
    return this.database.repository(FeedbackRow);
  }
}

const OPEN = [{ status: 'pending' as const }];

export const contactRecord = record(ContactFormRow, {
  staff: { kind: 'contact', permission: 'otherControl.getFeedback', search, title: summaryOf, waits: OPEN },
  ofUser: ({ email }) => [{ email }],
});

export const feedbackRecord = record(FeedbackRow, { ofUser: ({ userId }) => [{ userId }] });

async function search(text: string, take: number, rows: Repository<ContactFormRow>): Promise<ContactFormRow[]> {
  const forms = await rows.findBy({ id: text });
  return forms.length > 0
    ? forms
    : rows.find({ where: { email: text.toLowerCase() }, order: { email: 'DESC', id: 'DESC' }, take });
}

function summaryOf({ id, name, email, subject, status, createdAt }: ContactFormRow): RecordSummary {
  return { id, title: subject === '' ? 'Contact form' : subject, detail: `${name}, ${email}`, status, userId: '', createdAt };
}
