import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  MailedStaffAlerts,
  ALERT_MAIL_INTERVAL_MS,
  StaffAlertRow,
} from '../../../src/contexts/notifications/notifications.store.js';
import { SystemLogs } from '../../../src/contexts/system-logs/index.js';
import { Mailer, type MailRequest } from '../../../src/kernel/mail.js';
import { NotificationsEnvironment } from '../../../src/contexts/notifications/notifications.settings.js';
import { startApp, type TestApp } from '../../support/app.js';
import { ONE_BACKEND } from '../../support/backend.js';
import { ManualClock } from '../../support/clocks.js';
import { mailsTo } from '../../support/mailbox.js';
import { makeTestDatabase, RowTables0001, type TestDatabase } from '../../support/test-database.js';
import { until } from '../../support/until.js';
import { ClientAt } from '../support/support-fixture.js';

const ADDRESSES = ['help@example.com', 'ops@example.com'];

class MemoryMailer extends Mailer {
  readonly mails: MailRequest[] = [];
  send(mail: MailRequest): Promise<void> {
    this.mails.push(mail);
    return Promise.resolve();
  }
  prepareAll(): Promise<() => Promise<void>> {
    throw new Error('not used');
  }
}

describe.each(ONE_BACKEND)('staff alerts on %s', (backend) => {
  describe('in a database of their own', () => {
    let test: TestDatabase;
    let clock: ManualClock;
    let mailer: MemoryMailer;
    beforeAll(async () => {
      test = await makeTestDatabase(backend, [StaffAlertRow], [RowTables0001]);
    });
    afterAll(() => test.drop());
    beforeEach(async () => {
      await test.database.repository(StaffAlertRow).clear();
      clock = new ManualClock();
      mailer = new MemoryMailer();
    });
    /** What one process does. */
    const process = (staffAlertEmails = ADDRESSES) =>
      new MailedStaffAlerts(
        test.database,
        mailer,
        Object.assign(new NotificationsEnvironment(), { STAFF_ALERT_EMAILS: staffAlertEmails.join() }),
        clock,
      );

    it('are mailed together to every address, at most once in five minutes over all processes', async () => {
      const [one, other] = [process(), process()];
      await one.mail();
      expect(mailer.mails).toEqual([]);
      await one.add('first');
      clock.time += 1;
      await other.add('second');
      await one.mail();
      expect(mailer.mails.map(({ to, data }) => [to, data])).toEqual(
        ADDRESSES.map((to) => [to, { count: 2, alerts: '- first\n- second' }]),
      );
      await one.add('third');
      clock.time += ALERT_MAIL_INTERVAL_MS - 1;
      for (const each of [one, other]) await each.mail();
      expect(mailer.mails).toHaveLength(2);
      clock.time += 1;
      for (const each of [other, one]) await each.mail();
      expect(mailer.mails.slice(2).map(({ data }) => data)).toEqual(ADDRESSES.map(() => ({ count: 1, alerts: '- third' })));
    });

    it('show a hundred of many, and count the others', async () => {
      const alerts = process();
      for (let number = 1; number <= 103; number++) {
        clock.time += 1;
        await alerts.add(`alert ${number}`);
      }
      await alerts.mail();
      const lines = String(mailer.mails[0]!.data['alerts']).split('\n');
      expect([lines.length, lines[0], lines[99], lines[100]]).toEqual([101, '- alert 1', '- alert 100', 'and 3 more']);
    });

    it('are not collected without an address, and removed a month after they were mailed', async () => {
      await process([]).add('unheard');
      const alerts = process();
      await alerts.add('old');
      await alerts.mail();
      clock.time += 31 * 86_400_000;
      await alerts.add('new');
      await alerts.mail();
      const kept = await test.database.repository(StaffAlertRow).find();
      expect(kept.map(({ description }) => description)).toEqual(['new']);
    });
  });

  describe('in the service', () => {
    const clock = new ManualClock();
    let service: TestApp;
    let client: ClientAt;
    beforeAll(async () => {
      service = await startApp(backend, { STAFF_ALERT_EMAILS: ADDRESSES.join(', ') }, clock);
      client = new ClientAt(service, clock);
    });
    afterAll(() => service.close());

    it('name new tickets, contact forms and errors, without words of users', async () => {
      const ada = await service.register();
      const ticket = { subject: 'Private subject', message: 'Private text', category: 'payment' };
      const form = { flnm: 'Private Name', emad: 'private@example.com', msge: 'Private text', dvty: 'Web', dsnm: 'x' };
      const opened = (await client.post('support_ticket_create', { as: ada, body: ticket })).body.DATA;
      const sent = (await client.post('core_contact_create', { body: form })).body.DATA;
      const logs = service.app.get(SystemLogs, { strict: false });
      await logs.record({ kind: 'warning', description: 'Nothing much' });
      for (const key of ['broken:1', 'broken:1']) await logs.record({ kind: 'error', description: 'It broke', key });

      const alerts = service.app.get(MailedStaffAlerts, { strict: false });
      const linesTo = async (address: string) => {
        const texts = (await mailsTo(service.config.dataDir, address)).map(({ text }) => text!);
        expect(texts.join()).not.toMatch(/private/i);
        return texts.flatMap((text) => text.split('\n').filter((line) => line.startsWith('- ')));
      };
      for (const address of ADDRESSES) {
        // The job of the service may have mailed some of them already.
        await until(async () => {
          clock.time += ALERT_MAIL_INTERVAL_MS;
          await alerts.mail();
          return (await linesTo(address)).length >= 3;
        });
        expect((await linesTo(address)).toSorted()).toEqual([
          '- Error: It broke',
          `- New contact form ${sent.MKID}`,
          `- New ticket ${opened.reference_number} (payment, medium priority)`,
        ]);
      }
    });
  });
});
