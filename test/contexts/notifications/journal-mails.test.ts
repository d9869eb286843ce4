import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { JournalMailSender, PASSED_MISSES } from '../../../src/contexts/notifications/adapters/journal-mail-sender.js';
import { DerivedMailEntries } from '../../../src/contexts/notifications/notifications.records.js';
import { idFor } from '../../../src/kernel/ids.js';
import type { MailTemplate } from '../../../src/kernel/mail.js';
import type { UserMessage } from '../../../src/kernel/told.js';
import { type ConsumedJournal, JournalConsumer, type JournalView } from '../../../src/ledger/index.js';
import { SqlJournalLog } from '../../../src/ledger/log/adapters/sql-journal-log.js';
import { JournalCursorRow } from '../../../src/ledger/log/adapters/typeorm/journal-cursor.row.js';
import { JournalConsumers } from '../../../src/ledger/log/application/ports.js';
import { KeyRing } from '../../../src/platform/crypto/key-ring.js';
import { SecretBox } from '../../../src/platform/crypto/secret-box.js';
import { DirectMails } from '../../../src/platform/mail/direct-mails.js';
import { EncryptedMails } from '../../../src/platform/mail/encrypted-mails.js';
import { MailDelivery } from '../../../src/platform/mail/mail-delivery.js';
import { MailRecords } from '../../../src/platform/mail/mail-records.js';
import {
  MailRefused,
  MailTransport,
  MailTransportDown,
  MailTransports,
  type OutgoingMail,
} from '../../../src/platform/mail/mail-transport.js';
import { MailJobs } from '../../../src/platform/mail/mail.jobs.js';
import { MailRow } from '../../../src/platform/mail/mail.row.js';
import { MailEnvironment } from '../../../src/platform/mail/mail.settings.js';
import { QueuedMailer } from '../../../src/platform/mail/queued-mailer.js';
import type { ContinuousWork, Round } from '../../../src/platform/queue/continuous-work.js';
import { JobQueue } from '../../../src/platform/queue/job-queue.js';
import type { JobThrottle } from '../../../src/platform/queue/job-throttle.js';
import type { OutboxRelay } from '../../../src/platform/queue/outbox-relay.js';
import { OutboxRow } from '../../../src/platform/queue/outbox.row.js';
import { SqlOutbox } from '../../../src/platform/queue/sql-outbox.js';
import type { Log } from '../../../src/platform/telemetry/log.js';
import { Metrics } from '../../../src/platform/telemetry/metrics.js';
import { everybodyProved } from '../../queue/everybody-proved.js';
import { BACKENDS } from '../../support/backend.js';
import { contributionsOf } from '../../support/contributions.js';
import { type LedgerFixture, movement, openLedger } from '../../support/ledger-fixture.js';
import { until } from '../../support/until.js';

const CONNECTIONS = 4;
const template: MailTemplate = { name: 'transfer-received', class: 'money', subject: '{{subject}}', lead: 'It came.' };

/** Tells each of two users of a transfer. */
class TransferMails extends JournalConsumer {
  readonly name = 'transfers';
  readonly kinds = ['transfer'] as const;
  readonly refused = new Set<string>();

  view(journals: readonly ConsumedJournal[]): Promise<JournalView> {
    if (journals.some(({ id }) => this.refused.has(id))) return Promise.reject(new Error('refused'));
    const messages = journals.flatMap(({ id, subject, postedAt }): UserMessage[] =>
      ['ada', 'obi'].map((user) => ({
        causeId: id,
        user: { id: user, email: `${user}.${subject}@example.com`, status: subject === 'closed' ? 'closed' : 'active' },
        notice: { subject: 'A transfer', message: 'A transfer.', createdAt: postedAt },
        mail: { template, data: { [subject === 'unwritten' ? 'other' : 'subject']: subject } },
        push: { title: 'A transfer', body: 'A transfer.' },
      })),
    );
    return Promise.resolve({ messages });
  }
}

class MemoryTransport extends MailTransport {
  readonly sent: OutgoingMail[] = [];
  asked = 0;
  answer: (mail: OutgoingMail) => Promise<void> = () => Promise.resolve();

  async send(mail: OutgoingMail): Promise<void> {
    this.asked++;
    await this.answer(mail);
    this.sent.push(mail);
  }

  close(): void {
    // Nothing is open.
  }
}

const AWAY = () => Promise.reject(new MailTransportDown(new Error('connect ECONNREFUSED')));

describe.each(BACKENDS)('mails of journals on %s', (backend) => {
  let books: LedgerFixture;
  let wallets: string[];
  let transport: MemoryTransport;
  let consumer: TransferMails;
  let one: Sender;
  let release: (() => void)[];

  beforeAll(async () => {
    books = await openLedger(backend, {}, [JournalCursorRow, MailRow, OutboxRow]);
    wallets = [await books.wallet(1_000_000), await books.wallet(0)];
  });
  afterAll(() => books.close());

  beforeEach(async () => {
    for (const table of ['mail', 'outbox']) await sql(`DELETE FROM ${table}`);
    await feed();
    await sql(
      "UPDATE journal_cursor SET batch_no = (SELECT batch_no FROM ledger_head), position = 1000 WHERE consumer = 'mails'",
    );
    transport = new MemoryTransport();
    consumer = new TransferMails();
    release = [];
    one = new Sender();
  });
  afterEach(() => {
    for (const each of release) each();
  });

  const sql = <Row>(text: string, ...values: (string | number)[]) => books.database.rowsOnce<Row>(text, values);
  /** The feed has passed all journals. */
  const feed = () =>
    sql("UPDATE journal_cursor SET batch_no = (SELECT batch_no FROM ledger_head), position = 1000 WHERE consumer = 'transfers'");
  const rows = () => books.database.repository(MailRow).find({ order: { id: 'ASC' } });
  const sent = () => transport.sent.map(({ subject }) => subject).toSorted();
  const twice = (subjects: readonly string[]) => [...subjects, ...subjects].toSorted();
  const isAtEnd = async () =>
    (
      await sql(
        "SELECT 1 FROM journal_cursor m JOIN journal j ON j.batch_no > m.batch_no OR (j.batch_no = m.batch_no AND j.position > m.position) WHERE m.consumer = 'mails' LIMIT 1",
      )
    ).length === 0;
  const held = () => new Promise<void>((resolve) => release.push(resolve));

  /** As a process has it, round by round. */
  class Sender {
    readonly queued: string[] = [];
    readonly problems: unknown[] = [];
    readonly entries: DerivedMailEntries;
    readonly sender: JournalMailSender;
    round: Round = () => Promise.resolve(false);
    finish: () => Promise<void> = () => Promise.resolve();

    constructor() {
      const { database, config } = books;
      const problem = (_: string, error: unknown) => void this.problems.push(error);
      const log = { problem, warning: () => undefined, info: () => undefined } as unknown as Log;
      const journals = new SqlJournalLog(database, new JournalConsumers(contributionsOf(consumer)), books.wallets, log);
      const settings = Object.assign(new MailEnvironment(), { MAIL_FROM: 'no-reply@harmattan.example' });
      const contents = new EncryptedMails(new SecretBox(new KeyRing(config)), settings);
      const throttle = { run: (work) => work() } as JobThrottle;
      const delivery = new MailDelivery(contents, new MailTransports(transport, transport, CONNECTIONS), throttle, new Metrics());
      const queue = Object.create(JobQueue.prototype) as JobQueue;
      queue.add = (...added) => Promise.resolve(void this.queued.push(...added.map(({ key }) => key)));
      const jobs = new MailJobs(database, contents, delivery, queue, settings, log);
      const mails = new DirectMails(
        database,
        new QueuedMailer(database, queue, contents, everybodyProved(), log),
        delivery,
        jobs,
      );
      const work = {
        add: (_: string, round: Round, finish: () => Promise<void>) => {
          Object.assign(this, { round, finish });
          return () => undefined;
        },
        during: <T>(sending: () => Promise<T>) => sending(),
      } as unknown as ContinuousWork;
      const outbox = new SqlOutbox(database, { notify: () => undefined } as OutboxRelay);
      const unitOfWork = { run: <T>(unit: () => Promise<T>) => database.transaction(unit) };
      this.sender = new JournalMailSender(work, journals, mails, database, unitOfWork, outbox, log);
      this.entries = new DerivedMailEntries(new MailRecords(database), journals);
    }

    /** Until nothing is left, or the server is away. */
    async tell(signal = new AbortController().signal): Promise<void> {
      while (await this.round(signal));
    }
  }

  /** @returns ids of the journals */
  async function post(...subjects: string[]): Promise<string[]> {
    const commands = subjects.map((subject) => {
      const command = movement(wallets[0]!, wallets[1]!, 1);
      return { ...command, journal: { ...command.journal!, subject } };
    });
    await Promise.all(commands.map((command) => books.ledger.commit(command)));
    await feed();
    return commands.map(({ journal }) => journal.id);
  }
  const transfers = (count: number) => Array.from({ length: count }, (_, index) => `t${index}`);

  it('are sent once each, and leave no row', async () => {
    const [first] = await post(...transfers(230));
    await one.tell();
    await one.tell();
    expect(sent()).toEqual(twice(transfers(230)));
    expect(transport.sent.find(({ to }) => to === 'ada.t0@example.com')).toMatchObject({
      id: idFor('ada', first!),
      createdAt: (await sql<{ at: number }>('SELECT recorded AS at FROM journal WHERE id = ?', first!))[0]!.at,
    });
    expect([await rows(), one.queued, one.problems, await isAtEnd()]).toEqual([[], [], [], true]);
  });

  it('wait for the feed, and are not sent where they have rows', async () => {
    const [fed] = await sql<{ batch: number }>("SELECT batch_no AS batch FROM journal_cursor WHERE consumer = 'transfers'");
    const [journal] = await post('t1', 't2');
    await sql("UPDATE journal_cursor SET batch_no = ? WHERE consumer = 'transfers'", fed!.batch);
    await one.tell();
    expect(sent()).toEqual([]);
    const row = { id: 'before', key: `${journal!}:ada`, sealed: '', template: 'transfer-received', createdAt: 1 };
    await books.database.repository(MailRow).insert({ ...row, state: 'waiting' });
    await feed();
    await one.tell();
    expect(sent()).toEqual(['t1', 't2', 't2']);
  });

  it('that are refused become a row, and those that fail a row and a job', async () => {
    const [refused, greylisted] = await post('t1', 't2', 't3');
    transport.answer = ({ to }) => {
      if (to === 'ada.t1@example.com') return Promise.reject(new MailRefused(new Error('no such user')));
      return to === 'obi.t2@example.com' ? Promise.reject(new Error('greylisted')) : Promise.resolve();
    };
    await one.tell();
    expect(sent()).toEqual(['t1', 't2', 't3', 't3']);
    const kept = new Map((await rows()).map((row) => [row.id, row]));
    expect(kept.get(idFor('ada', refused!))).toMatchObject({ state: 'failed', attempts: 1, lastError: 'no such user' });
    expect(kept.get(idFor('obi', greylisted!))).toMatchObject({ state: 'waiting', attempts: 1, key: `${greylisted!}:obi` });
    expect([kept.size, one.queued, await isAtEnd()]).toEqual([2, [idFor('obi', greylisted!)], true]);
  });

  it('wait at the cursor while the server is away, and fill no table', async () => {
    await post(...transfers(20));
    transport.answer = AWAY;
    for (let round = 0; round < 10; round++) await expect(one.tell()).rejects.toBeInstanceOf(MailTransportDown);
    expect([(await rows()).length, one.queued.length, await isAtEnd()]).toEqual([PASSED_MISSES, PASSED_MISSES, false]);
    expect(await one.sender.oldestWaiting()).toBeGreaterThan(0);
    transport.answer = () => Promise.resolve();
    await one.tell();
    const missed = (await rows()).map(({ id }) => id);
    expect(transport.sent.map(({ id }) => id)).not.toEqual(expect.arrayContaining(missed));
    expect([transport.sent.length, await isAtEnd()]).toEqual([40 - PASSED_MISSES, true]);
    expect(await one.sender.oldestWaiting()).toBeUndefined();
  });

  it('go on behind one that ends every connection', async () => {
    await post(...transfers(10));
    transport.answer = AWAY;
    for (let round = 0; round < PASSED_MISSES; round++) await expect(one.tell()).rejects.toThrow('ECONNREFUSED');
    // The server is back, and the next mail is one that it cannot take.
    let poison: string | undefined;
    transport.answer = ({ id }) => ((poison ??= id) === id ? AWAY() : Promise.resolve());
    await expect(one.tell()).rejects.toThrow('ECONNREFUSED');
    await one.tell().catch(() => one.tell());
    expect(transport.sent).toHaveLength(20 - PASSED_MISSES - 1);
    expect((await rows()).map(({ id }) => id)).toContain(poison);
    expect(await isAtEnd()).toBe(true);
  });

  it('that take long get a row, so that they hold up no other', async () => {
    await post('slow', ...transfers(230));
    transport.answer = ({ to }) => (to === 'ada.slow@example.com' ? held() : Promise.resolve());
    await one.tell();
    expect([transport.sent.length, await isAtEnd()]).toEqual([461, true]);
    expect(await rows()).toMatchObject([{ state: 'waiting', attempts: 0 }]);
    release[0]!();
    await one.finish();
    expect(await rows()).toMatchObject([{ state: 'sent', sealed: '' }]);
    expect([transport.sent.length, one.queued]).toEqual([462, []]);
  });

  it('have no more rows than connections while all of these hang', async () => {
    await post(...transfers(20));
    transport.answer = held;
    await one.tell();
    await one.tell();
    expect([transport.asked, (await rows()).length]).toEqual([CONNECTIONS, CONNECTIONS]);
  });

  it('under way when the process stops are sent, and the others by the next', async () => {
    await post(...transfers(20));
    const stop = new AbortController();
    transport.answer = held;
    const told = one.tell(stop.signal);
    await until(() => transport.asked === CONNECTIONS);
    stop.abort();
    transport.answer = () => Promise.resolve();
    for (const each of release) each();
    await told;
    expect(transport.sent).toHaveLength(CONNECTIONS);
    const next = new Sender();
    await next.tell();
    expect(sent()).toEqual(twice(transfers(20)));
    expect([await rows(), await isAtEnd()]).toEqual([[], true]);
  });

  it('that were sent before a crash go again under the same id', async () => {
    await post(...transfers(5));
    const [before] = await sql<{ batch: number; position: number }>(
      "SELECT batch_no AS batch, position FROM journal_cursor WHERE consumer = 'mails'",
    );
    await one.tell();
    await sql("UPDATE journal_cursor SET batch_no = ?, position = ? WHERE consumer = 'mails'", before!.batch, before!.position);
    await new Sender().tell();
    expect([transport.sent.length, new Set(transport.sent.map(({ id }) => id)).size]).toEqual([20, 10]);
  });

  it('are left to whoever has moved the cursor meanwhile', async () => {
    await post(...transfers(10));
    transport.answer = AWAY;
    await expect(one.tell()).rejects.toThrow('ECONNREFUSED');
    transport.answer = () => Promise.resolve();
    await new Sender().tell();
    const count = transport.sent.length;
    await one.tell();
    expect([count, transport.sent.length, one.problems]).toEqual([19, 19, []]);
  });

  it('that cannot be viewed or written are left to a job', async () => {
    const [refused, unwritten] = await post('t1', 'unwritten', 't3');
    consumer.refused.add(refused!);
    await one.tell();
    expect([sent(), await isAtEnd()]).toEqual([['t3', 't3'], true]);
    const postponed = await books.database.repository(OutboxRow).find();
    const ids = postponed.map(({ data }) => (JSON.parse(data) as { journalId: string }).journalId);
    expect(ids.toSorted()).toEqual([refused!, unwritten!].toSorted());
  });

  it('are not written to who closed the account', async () => {
    await post('closed', 't1');
    await one.tell();
    expect([sent(), await isAtEnd()]).toEqual([['t1', 't1'], true]);
  });

  it('are shown to staff as sent behind the cursor, and as they stand where they have rows', async () => {
    const [journal] = await post('t1');
    const shown = async () => (await one.entries.entriesOf([journal!])).map(({ what }) => what).toSorted();
    expect(await shown()).toEqual(Array(2).fill('A mail waits to be sent: transfer received'));
    transport.answer = ({ to }) =>
      to.startsWith('ada') ? Promise.reject(new MailRefused(new Error('no such user'))) : Promise.resolve();
    await one.tell();
    expect(await shown()).toEqual(['A mail could not be sent: transfer received', 'A mail was sent: transfer received']);
  });
});
