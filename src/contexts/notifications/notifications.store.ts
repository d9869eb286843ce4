import { Entity, Index, Between, In, LessThan } from 'typeorm';
import { LongTextColumn, PrimaryIdColumn, PrimaryTimeColumn, TextColumn, TimeColumn } from '../../platform/database/columns.js';
import { Injectable } from '@nestjs/common';
import { Clock, isoTime, DAY_MS } from '../../kernel/clock.js';
import { type RowInsert, COMMITTED_AT } from '../../kernel/row-changes.js';
import { newId } from '../../kernel/ids.js';
import { type Page, type PageRequest, readAll, readPage } from '../../kernel/pagination.js';
import { Database } from '../../platform/database/database.js';
import { tableOf } from '../../platform/database/table.js';
import { type KeyedNotice, type NewNotice, type Notice, computedNotice, Notices, StaffAlerts } from './notifications.js';
import { PostedMessages } from '../../ledger/index.js';
import { type MailTemplate, Mailer } from '../../kernel/mail.js';
import { NotificationsEnvironment } from './notifications.settings.js';
import { record } from '../../platform/database/record.js';

@Entity('notice')
export class NoticeRow {
  @PrimaryIdColumn('user_id') userId: string;
  @PrimaryTimeColumn('recorded') createdAt: number;
  @PrimaryIdColumn() id: string;
  @TextColumn('subject') subject: string;
  @LongTextColumn('message') message: string;
}

@Entity('staff_alert')
@Index('staff_alert_mailed', ['mailedAt', 'createdAt'])
export class StaffAlertRow {
  @PrimaryIdColumn() id: string;
  @LongTextColumn('description') description: string;
  /** 0 while it waits. */
  @TimeColumn('mailed_at') mailedAt: number;
  @TimeColumn('recorded') createdAt: number;
}

const TABLE = tableOf(NoticeRow);

@Injectable()
export class TypeormNotices extends Notices {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly posted: PostedMessages,
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
    return readPage(page, async (before, limit) => {
      const rows = await this.rows(userId, before, limit);
      const since = rows.length < limit ? 0 : rows.at(-1)!.createdAt;
      const computed = (await this.posted.list(userId, before, limit, since)).map(computedNotice);
      // A row says what was so at its time.
      const byId = new Map<string, Notice>([...computed, ...rows].map((notice) => [notice.id, notice]));
      return [...byId.values()].toSorted(newestFirst).slice(0, limit);
    });
  }

  private rows(userId: string, before: number | undefined, limit: number): Promise<NoticeRow[]> {
    const where = { userId, ...(before === undefined ? {} : { createdAt: LessThan(before) }) };
    return this.database.repository(NoticeRow).find({ where, order: { createdAt: 'DESC', id: 'DESC' }, take: limit });
  }
}

function newestFirst(one: Notice, other: Notice): number {
  return other.createdAt - one.createdAt || (one.id < other.id ? 1 : -1);
}

export const noticeRecord = record(NoticeRow, {
  uses: [Notices],
  export: { name: 'notices', rows: exported },
  ofUser: ({ userId }) => [{ userId }],
});

async function* exported(userId: string, notices: Notices) {
  for await (const { createdAt, subject, message } of readAll((page) => notices.list(userId, page)))
    yield { at: isoTime(createdAt), subject, message };
}

export const staffAlertsMail: MailTemplate = {
  name: 'staff-alerts',
  class: 'other',
  toOperator: true,
  subject: 'To look at: {{count}} new',
  lead: 'This came in and waits for someone to look at it.',
  paragraphs: ['{{alerts}}', 'The next mail of this kind comes in five minutes at the earliest.'],
};

export const ALERT_MAIL_INTERVAL_MS = 5 * 60_000;
export const ALERTS_SHOWN = 100;
const ALERTS_IN_MAIL = 1_000;
const RETENTION_MS = 30 * DAY_MS;

/** Collects alerts in the database, and mails all that wait at once. */
@Injectable()
export class MailedStaffAlerts extends StaffAlerts {
  constructor(
    private readonly database: Database,
    private readonly mailer: Mailer,
    private readonly settings: NotificationsEnvironment,
    private readonly clock: Clock,
  ) {
    super();
  }

  async add(description: string): Promise<void> {
    if (this.settings.staffAlertEmails.length === 0) return;
    await this.rows.insert({ id: newId(), description, mailedAt: 0, createdAt: this.clock.now() });
  }

  /** Called by one process at a time. Does nothing within five minutes of the last mail. */
  async mail(): Promise<void> {
    const { staffAlertEmails } = this.settings;
    if (staffAlertEmails.length === 0) return;
    await this.database.transaction(async () => {
      const now = this.clock.now();
      const [latest] = await this.rows.find({ order: { mailedAt: 'DESC' }, take: 1 });
      if (latest && latest.mailedAt > now - ALERT_MAIL_INTERVAL_MS) return;
      const order = { createdAt: 'ASC', id: 'ASC' } as const;
      const alerts = await this.rows.find({ where: { mailedAt: 0 }, order, take: ALERTS_IN_MAIL });
      const last = alerts.at(-1);
      if (!last) return;
      const data = { count: alerts.length, alerts: listOf(alerts.map(({ description }) => description)) };
      for (const to of staffAlertEmails)
        await this.mailer.send({ to, template: staffAlertsMail, data, key: `staff-alert:${last.id}:${to}`.slice(0, 191) });
      await this.rows.update({ id: In(alerts.map(({ id }) => id)) }, { mailedAt: now });
      await this.rows.delete({ mailedAt: Between(1, now - RETENTION_MS) });
    });
  }

  private get rows() {
    return this.database.repository(StaffAlertRow);
  }
}

function listOf(descriptions: readonly string[]): string {
  const shown = descriptions.slice(0, ALERTS_SHOWN).map((description) => `- ${description}`);
  const more = descriptions.length - shown.length;
  return [...shown, ...(more > 0 ? [`and ${more} more`] : [])].join('\n');
}
