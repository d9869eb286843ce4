import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MailClass, MailRequest } from '../../src/kernel/mail.js';
import { KeyRing } from '../../src/platform/crypto/key-ring.js';
import { SecretBox } from '../../src/platform/crypto/secret-box.js';
import { EncryptedMails } from '../../src/platform/mail/encrypted-mails.js';
import { MailDelivery } from '../../src/platform/mail/mail-delivery.js';
import { MailJobs } from '../../src/platform/mail/mail.jobs.js';
import { MailRow } from '../../src/platform/mail/mail.row.js';
import { MailTransports, SECURITY_CONNECTIONS } from '../../src/platform/mail/mail-transport.js';
import { QueuedMailer } from '../../src/platform/mail/queued-mailer.js';
import { SmtpMailTransport } from '../../src/platform/mail/smtp-mail-transport.js';
import { JobQueue } from '../../src/platform/queue/job-queue.js';
import { JobThrottle } from '../../src/platform/queue/job-throttle.js';
import { Log } from '../../src/platform/telemetry/log.js';
import { Metrics } from '../../src/platform/telemetry/metrics.js';
import { until } from '../support/until.js';
import { QUEUE_KINDS, QueueFixture } from './support.js';
import { TestSmtp } from './test-smtp.js';
import { everybodyProved } from './everybody-proved.js';
import { MailEnvironment } from '../../src/platform/mail/mail.settings.js';
import { TelemetryEnvironment } from '../../src/platform/telemetry/telemetry.settings.js';

const FROM = 'no-reply@harmattan.example';
const CONNECTIONS = 3;

const mailOf = (mailClass: MailClass, number: number): MailRequest => ({
  to: `${mailClass}${number}@example.com`,
  template: { name: mailClass, class: mailClass, subject: 'Hello', lead: 'Hello' },
  data: {},
  key: `${mailClass}${number}`,
});
const mailsOf = (mailClass: MailClass, count: number) => Array.from({ length: count }, (_, index) => mailOf(mailClass, index));
const isOf = (mailClass: MailClass) => (to: string) => to.startsWith(mailClass);

describe.each(QUEUE_KINDS)('classes of mails, with the queue $title', (kind) => {
  let fixture: QueueFixture;
  let smtp: TestSmtp;
  let transports: MailTransports;
  let mailer: QueuedMailer;
  let start: () => Promise<void>;
  let begun: string[];
  let delivery: MailDelivery;

  beforeEach(async () => {
    fixture = await QueueFixture.make(kind);
    smtp = new TestSmtp();
    const url = await smtp.listen();
    const { database } = fixture.place;
    const { config } = fixture;
    const settings = Object.assign(new MailEnvironment(), { MAIL_FROM: FROM });
    const contents = new EncryptedMails(new SecretBox(new KeyRing(config)), settings);
    const log = new Log(config.of(TelemetryEnvironment));
    const transport = (connections: number) => new SmtpMailTransport(url, FROM, connections);
    transports = new MailTransports(transport(SECURITY_CONNECTIONS), transport(CONNECTIONS), CONNECTIONS);
    // The jobs need the queue, which needs the registry of the jobs.
    const late = Object.create(JobQueue.prototype) as JobQueue;
    delivery = new MailDelivery(contents, transports, { run: (job) => job() } as JobThrottle, new Metrics());
    begun = [];
    const send = delivery.send.bind(delivery);
    delivery.send = (mail) => {
      begun.push(mail.class);
      return send(mail);
    };
    const jobs = new MailJobs(database, contents, delivery, late, settings, log);
    const node = await fixture.node(jobs);
    late.add = (...given) => node.queue.add(...given);
    mailer = new QueuedMailer(database, node.queue, contents, everybodyProved(), log);
    start = () => node.queue.start();
  });
  afterEach(async () => {
    smtp.release();
    await fixture.stopAll();
    transports.close();
    await smtp.close();
    await fixture.close();
  });

  const write = async (mails: MailRequest[]) => fixture.place.database.transaction(await mailer.prepareAll(mails));
  const countBy = (state: MailRow['state']) => fixture.place.database.repository(MailRow).countBy({ state });

  /** After those that can be sent: mails about money, which wait for none, and as many others with jobs. */
  async function addBacklog(): Promise<void> {
    const { database } = fixture.place;
    const digits = Array.from({ length: 10 }, (_, index) => `SELECT ${index} AS d`).join(' UNION ALL ');
    const from = ['a', 'b', 'c', 'd'].map((name) => `(${digits}) ${name}`).join(' CROSS JOIN ');
    // Later than the mails that can be sent, which are sent first.
    const recorded = Date.now() + 1_000;
    for (let part = 0; part < 10; part++) {
      // As text by the column that takes it.
      const id = `${part}0000 + a.d * 1000 + b.d * 100 + c.d * 10 + d.d`;
      const mailClass = part < 5 ? 'money' : 'other';
      await database.rowsOnce(
        `INSERT INTO mail (id, mail_key, sealed, template, class, state, attempts, recorded)
         SELECT ${id}, ${id}, 'unreadable', 'backlog', '${mailClass}', 'waiting', 0, ${recorded} FROM ${from}`,
      );
      if (mailClass === 'other')
        await database.rowsOnce(
          `INSERT INTO job (id, name, job_key, data, state, run_at, attempts, recorded)
           SELECT ${id}, 'mail', ${id}, '{"mailId":"none"}', 'waiting', ${Date.now()}, 0, ${Date.now()} FROM ${from}`,
        );
    }
  }

  it('sends a security mail while 100,000 others wait', async () => {
    await write(mailsOf('money', CONNECTIONS));
    await addBacklog();
    smtp.holds = isOf('money');
    await start();
    await until(() => smtp.held.length === CONNECTIONS);
    await mailer.send(mailOf('security', 1));
    await until(() => smtp.received.length === 1);
    expect(smtp.recipients).toEqual(['security1@example.com']);
    expect(smtp.held).toHaveLength(CONNECTIONS);
    expect(await countBy('waiting')).toBeGreaterThanOrEqual(100_000);
  });

  it('uses every connection for mails about money, and others for security mails', async () => {
    smtp.holds = () => true;
    await start();
    await write(mailsOf('money', 3 * CONNECTIONS));
    for (const mail of mailsOf('security', 3 * SECURITY_CONNECTIONS)) await mailer.send(mail);
    await until(() => smtp.held.length === CONNECTIONS + SECURITY_CONNECTIONS);
    expect(smtp.held.filter(isOf('money'))).toHaveLength(CONNECTIONS);
    smtp.release();
    await until(() => smtp.received.length === 3 * (CONNECTIONS + SECURITY_CONNECTIONS));
  });

  it('sends mails about money before others that wait for a connection', async () => {
    smtp.holds = () => true;
    await start();
    for (const mail of mailsOf('other', 4 * CONNECTIONS)) await mailer.send(mail);
    await until(() => smtp.held.length === CONNECTIONS);
    const first = new Set(smtp.held);
    await write(mailsOf('money', 5));
    await until(() => begun.length === 4 * CONNECTIONS + 5);
    smtp.release();
    await until(() => smtp.received.length === 4 * CONNECTIONS + 5);
    const rest = smtp.recipients.filter((to) => !first.has(to));
    expect(rest.slice(0, CONNECTIONS).every(isOf('money'))).toBe(true);
    // The first others leave beside the last of them.
    expect(rest.slice(4 + CONNECTIONS).every(isOf('other'))).toBe(true);
  });
});
