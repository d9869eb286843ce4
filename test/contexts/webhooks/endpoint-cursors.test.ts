import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PASSED_MISSES } from '../../../src/contexts/webhooks/endpoint-run.js';
import { type Endpoint, newSecret } from '../../../src/contexts/webhooks/endpoints.js';
import { WebhookAttemptRow, WebhookEndpointRow, WebhookRow } from '../../../src/contexts/webhooks/webhooks.rows.js';
import { idFor, newId } from '../../../src/kernel/ids.js';
import { JournalCursorRow } from '../../../src/ledger/log/adapters/typeorm/journal-cursor.row.js';
import { OutboxRow } from '../../../src/platform/queue/outbox.row.js';
import { BACKENDS } from '../../support/backend.js';
import { type LedgerFixture, movement, openLedger } from '../../support/ledger-fixture.js';
import { until } from '../../support/until.js';
import { JournalProcess } from './support/journal-process.js';
import { MemorySender } from './support/memory-sender.js';

const AWAY = new Error('connect ECONNREFUSED');
const ALL = { before: undefined, size: 10_000 };

interface Batch {
  readonly type: string;
  readonly events?: readonly { readonly id: string }[];
}

describe.each(BACKENDS)('cursors of endpoints on %s', (backend) => {
  let books: LedgerFixture;
  let wallets: string[];
  let sender: MemorySender;
  let one: JournalProcess;

  beforeAll(async () => {
    books = await openLedger(backend, {}, [WebhookRow, WebhookAttemptRow, WebhookEndpointRow, JournalCursorRow, OutboxRow]);
    wallets = [await books.wallet(1_000_000), await books.wallet(0)];
  });
  afterAll(() => books.close());

  beforeEach(async () => {
    for (const table of ['webhook_endpoint', 'webhook_gap', 'webhook', 'outbox']) await sql(`DELETE FROM ${table}`);
    sender = new MemorySender();
    one = new JournalProcess(books, sender);
    await feed();
  });

  const sql = <Row>(text: string, ...values: (string | number)[]) => books.database.rowsOnce<Row>(text, values);
  /** The feed has passed all journals. */
  const feed = () =>
    sql("UPDATE journal_cursor SET batch_no = (SELECT batch_no FROM ledger_head), position = 1000 WHERE consumer = 'transfers'");
  const rows = () => books.database.repository(WebhookRow).find({ order: { id: 'ASC' } });
  const sent = () => sender.sent.map(({ headers }) => headers['webhook-id']!);
  const placeOf = async (id: string) => (await one.cursors.all()).cursors.find(({ endpointId }) => endpointId === id)!;
  const list = async (filter: Parameters<typeof one.all.list>[0] = {}) => (await one.all.list(filter, ALL)).items;

  async function newEndpoint(given: Partial<Endpoint> = {}): Promise<{ id: string; secret: string }> {
    const [id, secret] = [newId(), newSecret()];
    const url = `https://subscriber.example/${id}`;
    await one.endpoints.add(
      { id, url, events: [], description: '', status: 'active', batch: 1, createdAt: Date.now(), ...given },
      secret,
    );
    await one.tell();
    return { id, secret };
  }

  /** @returns ids of the journals, in their order */
  async function post(...subjects: string[]): Promise<string[]> {
    const commands = subjects.map((subject) => {
      const command = movement(wallets[0]!, wallets[1]!, 1);
      return { ...command, journal: { ...command.journal!, subject } };
    });
    for (let done = 0; done < commands.length; done += 250)
      await Promise.all(commands.slice(done, done + 250).map((command) => books.ledger.commit(command)));
    await feed();
    const ids = commands.map(({ journal }) => journal.id);
    const stored = await sql<{ id: string }>('SELECT id FROM journal ORDER BY batch_no, position');
    return stored.map(({ id }) => id).filter((id) => ids.includes(id));
  }
  const transfers = (count: number) => Array.from({ length: count }, (_, index) => `t${index}`);

  it('tell of each journal once, signed, and write no row', async () => {
    const { id, secret } = await newEndpoint();
    const journals = await post(...transfers(450));
    await one.tell();
    expect(sent()).toEqual(journals.map((journal) => idFor(id, journal)));
    for (const { body, headers } of sender.sent) new Webhook(secret).verify(body, { ...headers });
    await one.tell();
    expect([sender.sent.length, await rows(), one.queued, one.problems]).toEqual([450, [], [], []]);
  });

  it('begin behind what was posted before the endpoint was made', async () => {
    await post('before');
    await newEndpoint({ createdAt: Date.now() + 60_000 });
    await one.tell();
    expect(sent()).toEqual([]);
  });

  it('wait for the feed, which may be of a version that writes rows', async () => {
    const { id } = await newEndpoint();
    const [fed] = await sql<{ batch: number }>("SELECT batch_no AS batch FROM journal_cursor WHERE consumer = 'transfers'");
    const journals = await post('t1', 't2');
    await sql("UPDATE journal_cursor SET batch_no = ? WHERE consumer = 'transfers'", fed!.batch);
    await one.tell();
    expect(sent()).toEqual([]);
    // The version before has written a row for the first.
    await one.webhooks.addAll([
      { id: newId(), direction: 'outbound', partner: id, eventId: journals[0]!, event: 'transfer.completed', payload: '{}' },
    ]);
    await feed();
    await one.tell();
    expect(sent()).toEqual([idFor(id, journals[1]!)]);
  });

  it('tell each endpoint what it wants, and begin with what comes after it was made', async () => {
    const [all, some] = [await newEndpoint(), await newEndpoint({ events: ['purchase.completed'] })];
    const [none] = [await newEndpoint({ events: ['user.created'] })];
    const journals = await post('t1', 'p1', 't2');
    await one.tell();
    expect(sent().toSorted()).toEqual([...journals.map((id) => idFor(all.id, id)), idFor(some.id, journals[1]!)].toSorted());
    const places = await Promise.all([all, some, none].map(async ({ id }) => (await placeOf(id)).place));
    expect(new Set(places.map((place) => JSON.stringify(place))).size).toBe(1);
  });

  it('send several in a request, and each by itself again where they are refused', async () => {
    const { id } = await newEndpoint({ batch: 10 });
    const journals = await post(...transfers(60));
    sender.delivery = { status: 500 };
    await one.begin();
    await until(() => Promise.resolve(sender.sent.length > 0));
    sender.delivery = { status: 200 };
    await one.sender.runsEnd();
    await one.tell();
    const failed = await rows();
    expect(failed.length).toBeGreaterThanOrEqual(10);
    expect(failed.every(({ status, attempts }) => status === 'pending' && attempts === 1)).toBe(true);
    one.clock.time += 60_000;
    await one.deliverDue();
    const messages = sender.sent.map(({ body, headers }) => ({ ...(JSON.parse(body) as Batch), id: headers['webhook-id']! }));
    const single = messages.filter(({ type }) => type !== 'batch').map((message) => message.id);
    expect(single.toSorted()).toEqual(failed.map((row) => row.id).toSorted());
    const told = new Set(messages.flatMap(({ events = [], id: own }) => [own, ...events.map((event) => event.id)]));
    for (const journal of journals) expect(told).toContain(idFor(id, journal));
  });

  it('stop at an endpoint that is away, fill no table, and tell it everything in order when it is back', async () => {
    const { id } = await newEndpoint();
    sender.delivery = AWAY;
    const journals = await post(...transfers(1_000));
    await one.tell();
    for (let looks = 0; looks < 5; looks++) {
      one.clock.time = (await placeOf(id)).retryAt;
      await one.begin();
      await one.sender.runsEnd();
    }
    expect(await rows()).toHaveLength(PASSED_MISSES);
    expect(sender.sent.length).toBe(PASSED_MISSES + 5);
    expect((await list({ status: 'pending' })).length).toBe(1_000);
    sender.sent.length = 0;
    sender.delivery = { status: 200 };
    one.clock.time = (await placeOf(id)).retryAt;
    await one.tell();
    expect(sent()).toEqual(journals.slice(PASSED_MISSES).map((journal) => idFor(id, journal)));
    await one.deliverDue();
    expect(new Set(sent())).toEqual(new Set(journals.map((journal) => idFor(id, journal))));
    expect([(await rows()).length, await placeOf(id)]).toMatchObject([PASSED_MISSES, { misses: 0, retryAt: 0 }]);
  });

  it('go on at once when a webhook with a row arrives', async () => {
    const { id } = await newEndpoint();
    sender.delivery = AWAY;
    await post(...transfers(10));
    await one.tell();
    sender.delivery = { status: 200 };
    expect((await placeOf(id)).retryAt).toBeGreaterThan(one.clock.time);
    one.clock.time += 5_500;
    await one.jobs.queueDue();
    await one.jobs.deliver({ webhookId: one.queued.shift()! });
    expect((await placeOf(id)).retryAt).toBe(0);
  });

  it('pass one webhook that gets no answer while the next one does', async () => {
    const { id } = await newEndpoint();
    const journals = await post(...transfers(20));
    sender.wait = ({ headers }) => (headers['webhook-id'] === idFor(id, journals[4]!) ? Promise.reject(AWAY) : Promise.resolve());
    await one.tell();
    await one.tell();
    expect(new Set(sent())).toEqual(new Set(journals.map((journal) => idFor(id, journal))));
    expect((await rows()).map((row) => row.eventId)).toEqual([journals[4]]);
  });

  it('switch an endpoint off that does not answer to the end of the schedule', async () => {
    const { id } = await newEndpoint();
    sender.delivery = AWAY;
    await post(...transfers(10));
    await one.tell();
    const pauses: number[] = [];
    while ((await one.endpoints.find(id))!.status === 'active') {
      const { retryAt } = await placeOf(id);
      pauses.push(retryAt - one.clock.time);
      one.clock.time = retryAt;
      await one.begin();
      await one.sender.runsEnd();
    }
    const schedule = [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000];
    expect(pauses.map((pause, index) => Math.abs(pause / 1_000 / schedule[index]! - 1) <= 0.1)).toEqual(schedule.map(() => true));
    expect(one.systemLogs.keys).toEqual([expect.stringContaining(`webhook-endpoint:${id}:`)]);
  });

  it('show what waited for an endpoint that was switched off as failed, and have it sent again where staff ask for it', async () => {
    const { id } = await newEndpoint();
    sender.delivery = AWAY;
    const waited = await post(...transfers(6));
    await one.tell();
    const [last] = await sql<{ recorded: number }>('SELECT MAX(recorded) AS recorded FROM journal');
    one.clock.time = last!.recorded + 1;
    await one.endpoints.save({ ...(await one.endpoints.find(id))!, status: 'disabled' });
    await post('while-off');
    sender.delivery = { status: 200 };
    sender.sent.length = 0;
    await one.endpoints.save({ ...(await one.endpoints.find(id))!, status: 'active' });
    await one.cursors.resume(id);
    const [later] = await post('later');
    await one.tell();
    expect(sent()).toEqual([idFor(id, later!)]);
    const owed = waited.slice(PASSED_MISSES);
    const failed = await list({ status: 'failed' });
    expect(failed.map(({ eventId }) => eventId).toSorted()).toEqual(owed.toSorted());
    expect((await list()).length).toBe(PASSED_MISSES + owed.length + 1);
    const filter = { from: 0, until: Number.MAX_SAFE_INTEGER, partner: id };
    expect((await one.all.listFailed(filter, 5, 100)).length).toBe(owed.length);
    const derived = (await one.all.derived(failed[0]!.id))!;
    await books.database.transaction(() => one.webhooks.addFailed(derived));
    expect(await one.webhooks.reopen(derived.id, 5)).toBe(true);
    await one.jobs.deliver({ webhookId: derived.id });
    expect((await one.all.find(derived.id))!.status).toBe('succeeded');
    expect(sent().at(-1)).toBe(derived.id);
    expect(await list({ status: 'failed' })).toHaveLength(owed.length - 1);
  });

  it('keep the order of a subject: while one is open, the later ones wait as rows', async () => {
    const { id } = await newEndpoint();
    sender.delivery = { status: 500 };
    const [first] = await post('p1');
    await one.tell();
    sender.delivery = { status: 200 };
    const [second, other] = await post('p1-', 't1');
    await one.tell();
    expect(sent()).toEqual([idFor(id, first!), idFor(id, other!)]);
    one.clock.time += 6_000;
    await one.deliverDue();
    expect(sent().slice(2)).toEqual([idFor(id, first!), idFor(id, second!)]);
  });

  it('keep the order of a subject whose journals are read together', async () => {
    const { id } = await newEndpoint({ batch: 50 });
    const first = await post('p2');
    const journals = [...first, ...(await post('t1')), ...(await post('p2-')), ...(await post('t2'))];
    let underWay = 0;
    sender.wait = async () => {
      expect(++underWay).toBe(1);
      await new Promise((resolve) => setImmediate(resolve));
      underWay--;
    };
    await one.tell();
    const batches = sender.sent.map(({ body }) => (JSON.parse(body) as Batch).events?.map((event) => event.id));
    const ids = journals.map((journal) => idFor(id, journal));
    expect(batches).toEqual([ids.slice(0, 2), ids.slice(2)]);
  });

  it('leave a journal that cannot be viewed to a job, which writes rows', async () => {
    const { id } = await newEndpoint();
    const journals = await post('t1', 't2', 't3');
    one.consumer.refused.add(journals[1]!);
    await one.tell();
    expect(sent()).toEqual([journals[0]!, journals[2]!].map((journal) => idFor(id, journal)));
    const [postponed] = await sql<{ data: string }>("SELECT data FROM outbox WHERE name = 'journal.postponed'");
    expect(JSON.parse(postponed!.data)).toMatchObject({ consumer: 'transfers', journalId: journals[1] });
    const events = [{ id: journals[1]!, name: 'transfer.completed' as const, data: {} }];
    await books.database.transaction(await one.sender.prepare({ messages: [], events }, true));
    await one.runJobs();
    expect(sent().at(-1)).toBe(idFor(id, journals[1]!));
  });

  it('have told by another process what was under way, where this one has not moved the cursor', async () => {
    const { id } = await newEndpoint();
    const journals = await post(...transfers(3));
    const other = new JournalProcess(books, sender);
    let release: () => void = () => undefined;
    const hanging = new Promise<void>((resolve) => (release = resolve));
    sender.wait = () => hanging;
    await one.begin();
    await until(() => Promise.resolve(sender.sent.length === 3));
    sender.wait = () => Promise.resolve();
    await other.tell();
    release();
    await one.sender.runsEnd();
    const ids = journals.map((journal) => idFor(id, journal));
    expect(sent()).toEqual([...ids, ...ids]);
    expect([one.problems.length, await rows()]).toEqual([1, []]);
    const [later] = await post('later');
    await one.tell();
    expect(sent().at(-1)).toBe(idFor(id, later!));
  });

  it('say how they stand, by time, status, endpoint and id', async () => {
    const { id } = await newEndpoint();
    const [told] = await post('t1');
    await one.tell();
    // Two of one millisecond are in the order of their ids.
    const toldAt = Date.now();
    await until(() => Promise.resolve(Date.now() > toldAt));
    const [waits] = await post('t2');
    expect((await list()).map(({ eventId, status, attempts }) => [eventId, status, attempts])).toEqual([
      [waits, 'pending', 0],
      [told, 'succeeded', 1],
    ]);
    expect((await list({ status: 'pending' })).map(({ eventId }) => eventId)).toEqual([waits]);
    expect((await list({ status: 'succeeded', partner: id })).map(({ eventId }) => eventId)).toEqual([told]);
    expect(await list({ partner: newId() })).toEqual([]);
    expect(await one.all.find(idFor(id, told!))).toMatchObject({ status: 'succeeded', eventId: told });
    expect(await one.all.find(told!)).toBeUndefined();
    expect((await one.all.ofEvents([told!, newId()])).map(({ status }) => status)).toEqual(['succeeded']);
    expect(await one.deliverJournals.oldestWaiting()).toBeGreaterThan(0);
    await one.tell();
    expect(await one.deliverJournals.oldestWaiting()).toBeUndefined();
  });
});
