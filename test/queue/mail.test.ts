import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MailRequest, MailTemplate } from '../../src/kernel/mail.js';
import { KeyRing } from '../../src/platform/crypto/key-ring.js';
import { SecretBox } from '../../src/platform/crypto/secret-box.js';
import { EncryptedMails } from '../../src/platform/mail/encrypted-mails.js';
import { FileMailTransport } from '../../src/platform/mail/file-mail-transport.js';
import { MailDelivery } from '../../src/platform/mail/mail-delivery.js';
import { MailJobs } from '../../src/platform/mail/mail.jobs.js';
import { MailRow } from '../../src/platform/mail/mail.row.js';
import { type MailTransport, MailTransportDown, MailTransports } from '../../src/platform/mail/mail-transport.js';
import { QueuedMailer } from '../../src/platform/mail/queued-mailer.js';
import { SmtpMailTransport } from '../../src/platform/mail/smtp-mail-transport.js';
import { JobThrottle } from '../../src/platform/queue/job-throttle.js';
import { JobQueue } from '../../src/platform/queue/job-queue.js';
import { Log } from '../../src/platform/telemetry/log.js';
import { Metrics } from '../../src/platform/telemetry/metrics.js';
import { until } from '../support/until.js';
import { QUEUE_KINDS, QueueFixture } from './support.js';
import { type Received, TestSmtp } from './test-smtp.js';
import { everybodyProved } from './everybody-proved.js';
import { MailEnvironment } from '../../src/platform/mail/mail.settings.js';
import { TelemetryEnvironment } from '../../src/platform/telemetry/telemetry.settings.js';

const FROM = 'Harmattan <no-reply@harmattan.example>';
const welcome: MailTemplate = {
  name: 'welcome',
  class: 'security',
  subject: 'Welcome {{name}} ₦',
  greeting: 'Hello {{name}},',
  lead: 'Your code is {{code}}.',
  facts: [['Time', '{{time}}']],
};
const request = (over: Partial<MailRequest> = {}): MailRequest => ({
  to: 'ada@example.com',
  template: welcome,
  data: { name: 'Ada', code: '482913' },
  key: 'event-1:ada',
  ...over,
});

describe.each(QUEUE_KINDS)('mail, with the queue $title', (kind) => {
  let fixture: QueueFixture;
  let smtp: TestSmtp;
  let transport: MailTransport;
  let mailer: QueuedMailer;
  let jobs: MailJobs;

  beforeEach(async () => {
    fixture = await QueueFixture.make(kind);
    smtp = new TestSmtp();
    await use(new SmtpMailTransport(await smtp.listen(), FROM, 4));
  });
  afterEach(async () => {
    await fixture.stopAll();
    transport.close();
    await smtp.close();
    await fixture.close();
  });

  async function use(given: MailTransport): Promise<void> {
    transport = given;
    const { database } = fixture.place;
    const { config } = fixture;
    const settings = Object.assign(new MailEnvironment(), { MAIL_FROM: FROM });
    const contents = new EncryptedMails(new SecretBox(new KeyRing(config)), settings);
    const log = new Log(config.of(TelemetryEnvironment));
    const delivery = new MailDelivery(
      contents,
      new MailTransports(given, given, 4),
      new JobThrottle(new Metrics()),
      new Metrics(),
    );
    // The jobs need the queue, which needs the registry of the jobs.
    const late = Object.create(JobQueue.prototype) as JobQueue;
    jobs = new MailJobs(database, contents, delivery, late, settings, log);
    const node = await fixture.node(jobs);
    late.add = (...given) => node.queue.add(...given);
    mailer = new QueuedMailer(database, node.queue, contents, everybodyProved(), log);
    await node.queue.start();
  }

  const row = () => fixture.place.database.repository(MailRow).findOneByOrFail({ key: 'event-1:ada' });

  it('delivers text and HTML in UTF-8 and clears the content', async () => {
    await mailer.send(request({ data: { name: 'Ọládélé Ẹniọlá', code: '482913' } }));
    await until(() => smtp.received.length === 1);
    const [{ envelope, mail, raw }] = smtp.received as [Received];
    expect(envelope).toEqual({ from: 'no-reply@harmattan.example', to: ['ada@example.com'] });
    expect(mail.from).toMatchObject({ name: 'Harmattan', address: 'no-reply@harmattan.example' });
    expect(mail.to?.map(({ address }) => address)).toEqual(['ada@example.com']);
    expect(mail.subject).toBe('Welcome Ọládélé Ẹniọlá ₦');
    expect(mail.text).toMatch(/^Hello Ọládélé Ẹniọlá,\n\nYour code is 482913\.\n\nTime: \d+ \w+ \d{4}, \d\d:\d\d \(Lagos\)\n/);
    expect(mail.html).toContain('>Your code is 482913.</p>');
    expect(raw.toLowerCase()).toContain('charset=utf-8');
    expect(raw.toLowerCase()).not.toContain('windows-1252');
    await until(async () => (await row()).state === 'sent');
    const sent = await row();
    expect(mail.messageId).toBe(`<${sent.id}@harmattan.example>`);
    expect(new Date(mail.date!).getTime()).toBe(Math.floor(sent.createdAt / 1000) * 1000);
    expect(sent).toMatchObject({ sealed: '', attempts: 0, template: 'welcome', lastError: null });
    expect(sent.sentAt).toBeGreaterThanOrEqual(sent.createdAt);
    expect(smtp.users).toEqual(['har@mattan/p:ss']);
  });

  it('sends one mail for one key', async () => {
    await mailer.send(request());
    await until(async () => (await row()).state === 'sent');
    await mailer.send(request({ to: 'other@example.com' }));
    await fixture.place.database.transaction(async () => {
      await mailer.send(request());
      await mailer.send(request({ key: 'event-1:bola', to: 'bola@example.com' }));
    });
    await until(() => smtp.received.length === 2);
    expect(smtp.received.map(({ envelope }) => envelope.to[0])).toEqual(['ada@example.com', 'bola@example.com']);
  });

  it('sends nothing when the unit of work is rolled back', async () => {
    const failed = fixture.place.database.transaction(async () => {
      await mailer.send(request());
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    await mailer.send(request({ key: 'event-2:ada' }));
    await until(() => smtp.received.length === 1);
    expect(await fixture.place.database.repository(MailRow).countBy({ key: 'event-1:ada' })).toBe(0);
  });

  it('stores queued content encrypted', async () => {
    smtp.answers.push({ responseCode: 451, message: 'greylisted' });
    await mailer.send(request());
    await until(async () => (await row()).attempts === 1);
    const waiting = await row();
    expect(waiting.sealed).toMatch(/^v2\./);
    expect(JSON.stringify(waiting)).not.toMatch(/482913|ada@example/);
  });

  it('retries after a temporary refusal', async () => {
    smtp.answers.push({ responseCode: 451, message: 'greylisted' });
    await mailer.send(request());
    await until(() => smtp.received.length === 1);
    await until(async () => (await row()).state === 'sent');
    expect(smtp.asked).toEqual(['ada@example.com', 'ada@example.com']);
    expect((await row()).attempts).toBe(1);
  });

  it('does not retry after a permanent refusal', async () => {
    smtp.answers.push({ responseCode: 550, message: 'no such user' });
    await mailer.send(request());
    await until(async () => (await row()).state === 'failed');
    const failed = await row();
    expect(failed.lastError).toContain('no such user');
    expect(failed.sealed).not.toBe('');
    expect(smtp.received).toEqual([]);
  });

  it('lets no value become a header, a recipient or markup', async () => {
    const name = 'Eve\r\nBcc: victim@example.com\r\n\r\n<b>hi</b>';
    await mailer.send(request({ data: { name, code: '1' } }));
    await until(() => smtp.received.length === 1);
    const [{ mail, envelope, raw }] = smtp.received as [Received];
    expect(envelope.to).toEqual(['ada@example.com']);
    expect(mail.bcc).toBeUndefined();
    expect(mail.subject).toBe('Welcome Eve Bcc: victim@example.com <b>hi</b> ₦');
    expect(raw.split('\r\n\r\n')[0]).not.toMatch(/^bcc:/im);
    expect(mail.html).toContain('&lt;b&gt;hi&lt;/b&gt;');
    expect(mail.html).not.toContain('<b>');
  });

  it('sweeps a mail whose job was lost', async () => {
    await fixture.stopAll();
    const { database } = fixture.place;
    await mailer.send(request()).catch(() => undefined);
    await database.rowsOnce('DELETE FROM job');
    if (kind.onRedis) await fixture.forgetInRedis();
    await use(transport);
    await jobs.sweep();
    expect(await fixture.count('job')).toBe(0);
    await database.repository(MailRow).update({ key: 'event-1:ada' }, { createdAt: Date.now() - 121_000 });
    await jobs.sweep();
    await until(() => smtp.received.length === 1);
  });

  it('removes old sent mails only', async () => {
    const longAgo = Date.now() - 31 * 24 * 3_600_000;
    const mail = (id: string, state: MailRow['state'], createdAt = longAgo) => ({
      id,
      key: id,
      sealed: '',
      template: 'welcome',
      state,
      attempts: 0,
      createdAt,
    });
    const many = Array.from({ length: 450 }, (_, index) => mail(`old-${index}`, 'sent'));
    const { database } = fixture.place;
    await database.repository(MailRow).insert(many);
    const failed = mail('failed', 'failed', Date.now() - 89 * 86_400_000);
    await database.repository(MailRow).insert(mail('old-failed', 'failed', Date.now() - 91 * 86_400_000));
    const kept = [failed, mail('recent', 'sent', Date.now() - 3_600_000), mail('waiting', 'waiting')];
    await database.repository(MailRow).insert(kept);
    await jobs.removeOld();
    const rows = await database.repository(MailRow).find({ order: { id: 'ASC' } });
    expect(rows.map(({ id }) => id)).toEqual(['failed', 'recent', 'waiting']);
  });

  it('writes files without a mail server', async () => {
    await fixture.stopAll();
    transport.close();
    const folder = join(fixture.config.dataDir, 'mail');
    await use(new FileMailTransport(folder, FROM));
    await mailer.send(request());
    await until(async () => (await row()).state === 'sent');
    await mailer.send(request({ key: 'event-2:ada', data: { name: 'Bola', code: '7' } }));
    await until(async () => (await fixture.place.database.repository(MailRow).countBy({ state: 'sent' })) === 2);
    const files = (await readdir(folder)).toSorted();
    expect(files.every((file) => /^\d{8}T\d{9}Z-[0-9A-Z]{26}\.eml$/.test(file))).toBe(true);
    const mails = await Promise.all(files.map(async (file) => PostalMime.parse(await readFile(join(folder, file)))));
    expect(mails.map(({ subject }) => subject)).toEqual(['Welcome Ada ₦', 'Welcome Bola ₦']);
    expect(mails[0]!.text).toContain('Your code is 482913.');
    expect((await stat(join(folder, files[0]!))).mode & 0o777).toBe(0o600);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
  });
});

describe('SmtpMailTransport', () => {
  const mail = { id: 'MAIL1', subject: 'Hello', text: 'Hello\n', html: '<p>Hello</p>', createdAt: 1_790_000_000_000 };

  it.each([
    'ada@example.com, victim@example.com',
    'ada@example.com>\r\nRCPT TO:<victim@example.com',
    'victim@example.com ada@example.com',
  ])('sends to one address only: %j', async (to) => {
    const smtp = new TestSmtp();
    const transport = new SmtpMailTransport(await smtp.listen(), FROM, 4);
    await expect(transport.send({ ...mail, to })).rejects.toThrow('recipient');
    await transport.send({ ...mail, to: 'ada@example.com' });
    expect(smtp.asked).toEqual(['ada@example.com']);
    transport.close();
    await smtp.close();
  });

  it('sends nothing in the clear where TLS is required', async () => {
    const smtp = new TestSmtp();
    const transport = new SmtpMailTransport(await smtp.listen(), FROM, 4, true);
    await expect(transport.send({ ...mail, to: 'ada@example.com' })).rejects.toBeInstanceOf(MailTransportDown);
    expect([smtp.users, smtp.asked, smtp.received]).toEqual([[], [], []]);
    transport.close();
    await smtp.close();
  });

  it('fails temporarily when the server is unreachable', async () => {
    const smtp = new TestSmtp();
    const url = await smtp.listen();
    await smtp.close();
    const transport = new SmtpMailTransport(url, FROM, 4);
    const failure = await transport.send({ ...mail, to: 'ada@example.com' }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'ESOCKET' });
    transport.close();
  });
});
