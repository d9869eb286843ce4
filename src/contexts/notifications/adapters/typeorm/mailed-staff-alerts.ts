import { Injectable } from '@nestjs/common';
import { Between, In } from 'typeorm';
import { Clock, DAY_MS } from '../../../../kernel/clock.js';
import { newId } from '../../../../kernel/ids.js';
import { Mailer } from '../../../../kernel/mail.js';
import { Database } from '../../../../platform/database/database.js';
import { StaffAlerts } from '../../application/ports.js';
import { NotificationsEnvironment } from '../../notifications.settings.js';
import { staffAlertsMail } from './staff-alerts.mails.js';
import { StaffAlertRow } from './notifications.rows.js';

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
