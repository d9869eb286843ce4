import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { DomainEvent, EventName } from '../../src/kernel/events.js';
import { firstIdAt } from '../../src/kernel/ids.js';
import { SqlOutbox } from '../../src/platform/queue/sql-outbox.js';
import { ContinuousWork } from '../../src/platform/queue/continuous-work.js';
import { EventDispatcher } from '../../src/platform/queue/event-dispatcher.js';
import { WakeMessages } from '../../src/platform/queue/wake-messages.js';
import { JobThrottle } from '../../src/platform/queue/job-throttle.js';
import { EVENT_JOB, EventJobs } from '../../src/platform/queue/event-jobs.js';
import type { JobRegistry } from '../../src/platform/queue/job-registry.js';
import { OnEvent, OnEvents, type ReceivedEvent } from '../../src/platform/queue/job-queue.js';
import { OutboxRelay } from '../../src/platform/queue/outbox-relay.js';
import { OutboxRow } from '../../src/platform/queue/outbox.row.js';
import { OutboxTable } from '../../src/platform/queue/outbox-table.js';
import { Log } from '../../src/platform/telemetry/log.js';
import { until } from '../support/until.js';
import { pause, QUEUE_KINDS, type QueueNode, QueueFixture } from './support.js';
import { TelemetryEnvironment } from '../../src/platform/telemetry/telemetry.settings.js';

interface Numbered {
  readonly number: number;
}

/** Events of the test's own. */
const [DONE, NEW, SEEN] = ['thing.done', 'thing.new', 'thing.seen'] as unknown as readonly [EventName, EventName, EventName];

class TestEvents {
  constructor(private readonly told: (handler: string, data: unknown, eventId: string) => Promise<void>) {}

  @OnEvent(DONE)
  first(data: unknown, eventId: string): Promise<void> {
    return this.told('first', data, eventId);
  }

  @OnEvent(DONE)
  second(data: unknown, eventId: string): Promise<void> {
    return this.told('second', data, eventId);
  }
}

interface RelayNode {
  readonly node: QueueNode;
  readonly outbox: SqlOutbox;
  readonly relay: OutboxRelay;
  readonly work: ContinuousWork;
}

/** What the next version handles. */
class NewEvents {
  readonly told: unknown[] = [];

  @OnEvent(NEW)
  async isNew(data: unknown): Promise<void> {
    this.told.push((data as Numbered).number);
  }
}

class PageEvents {
  readonly pages: number[][] = [];
  readonly failing = new Set<number>();

  get handled(): number[] {
    return this.pages.flat();
  }

  @OnEvents(SEEN)
  async areSeen(events: readonly ReceivedEvent<unknown>[]): Promise<void> {
    const numbers = events.map(({ data }) => (data as Numbered).number);
    if (numbers.some((number) => this.failing.has(number))) throw new Error('not yet');
    this.pages.push(numbers);
  }
}

const seen = (subject: string, number: number) => ({ name: SEEN, data: { subject, number } }) as unknown as DomainEvent;
const unknown = (number: number) => ({ name: NEW, data: { number } }) as unknown as DomainEvent;
const done = (number: number) => ({ name: DONE, data: { number } }) as unknown as DomainEvent;

/** Several processes share the work only where they share Redis. */
const SHARED = QUEUE_KINDS.filter(({ onRedis }) => onRedis);

describe.each(QUEUE_KINDS)('outbox with the queue $title', (kind) => {
  let fixture: QueueFixture;
  let told: { handler: string; data: unknown; eventId: string }[] = [];
  let answer: (handler: string) => Promise<void> = () => Promise.resolve();
  const running: ContinuousWork[] = [];

  beforeAll(async () => {
    fixture = await QueueFixture.make(kind);
  });
  afterEach(async () => {
    await Promise.all(running.splice(0).map((work) => work.stop()));
    await fixture.stopAll();
    if (kind.onRedis) await fixture.forgetInRedis();
    for (const table of ['job', 'outbox', 'lease']) await fixture.place.database.rowsOnce(`DELETE FROM ${table}`);
    told = [];
    answer = () => Promise.resolve();
  });
  afterAll(() => fixture.close());

  async function startNode(...providers: object[]): Promise<RelayNode> {
    const { database } = fixture.place;
    const events = new TestEvents((handler, data, eventId) => {
      told.push({ handler, data, eventId });
      return answer(handler);
    });
    const late: { registry?: JobRegistry } = {};
    const handlersOf = (name: string) => late.registry!.handlersOf(name);
    const node = await fixture.node(events, ...providers, new EventJobs(database, { handlersOf } as JobRegistry));
    late.registry = node.registry;
    const log = new Log(fixture.config.of(TelemetryEnvironment));
    const work = new ContinuousWork(
      fixture.config,
      node.leases,
      new JobThrottle(node.metrics),
      new WakeMessages(),
      log,
      fixture.quiescence,
    );
    const dispatcher = new EventDispatcher(node.registry, log);
    const relay = new OutboxRelay(database, dispatcher, node.registry, node.queue, log, work);
    running.push(work);
    await node.queue.start();
    work.start();
    return { node, outbox: new SqlOutbox(database, relay), relay, work };
  }

  const commit = (outbox: SqlOutbox, ...events: DomainEvent[]) => fixture.place.database.transaction(() => outbox.add(...events));
  const isEmpty = async () => (await fixture.count('outbox')) === 0;

  it('passes a committed event to all its handlers and deletes it', async () => {
    const { outbox, node } = await startNode();
    await commit(outbox, done(1));
    await fixture.quiescence.quiet();
    expect(await isEmpty()).toBe(true);
    expect(told.map(({ handler, data }) => ({ handler, data }))).toEqual([
      { handler: 'first', data: { number: 1 } },
      { handler: 'second', data: { number: 1 } },
    ]);
    expect(told[0]!.eventId).toBe(told[1]!.eventId);
    expect((await node.queue.counts()).waiting).toBe(0);
  });

  it('relays events committed after an idle time', async () => {
    const { outbox } = await startNode();
    await commit(outbox, done(1));
    await until(isEmpty);
    await commit(outbox, done(2));
    await until(() => told.length === 4);
    expect(told.map(({ data }) => data)).toEqual([{ number: 1 }, { number: 1 }, { number: 2 }, { number: 2 }]);
  });

  it('publishes nothing after a rollback', async () => {
    const { outbox } = await startNode();
    const failed = fixture.place.database.transaction(async () => {
      await outbox.add(done(1));
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    await commit(outbox, done(2));
    await until(() => told.length === 2);
    expect(told.map(({ data }) => data)).toEqual([{ number: 2 }, { number: 2 }]);
  });

  it('sets aside events without a handler and does not read them again', async () => {
    const { outbox, node, relay } = await startNode();
    await commit(outbox, ...Array.from({ length: 250 }, (_, number) => unknown(number)), done(1));
    await until(() => told.length === 2);
    await until(async () => (await fixture.count('outbox')) === 250);
    expect(await relay.countSetAside()).toBe(250);
    await until(async () => (await node.queue.counts()).waiting === 0);
    const table = new OutboxTable(fixture.place.database);
    expect([await table.waiting(10), await table.overdue(node.registry.events(), Date.now(), 10)]).toEqual([[], []]);
  });

  it('relays events set aside once a version with a handler runs', async () => {
    const old = await startNode();
    await commit(old.outbox, ...Array.from({ length: 250 }, (_, number) => unknown(number)));
    await until(async () => (await old.relay.countSetAside()) === 250);
    await old.work.stop();
    await fixture.stop(old.node);
    const next = new NewEvents();
    const { outbox } = await startNode(next);
    await commit(outbox, done(1));
    await until(isEmpty);
    expect(next.told.toSorted((one, other) => Number(one) - Number(other))).toEqual(
      Array.from({ length: 250 }, (_, number) => number),
    );
    expect(told).toHaveLength(2);
  });

  it('does not lose an event of a newer process that this one cannot handle', async () => {
    const row = { id: 'new', name: 'thing.new', data: '{"number":1}', createdAt: 0, queuedAt: Date.now(), subject: '' };
    await fixture.place.database.repository(OutboxRow).insert(row);
    const { node, relay } = await startNode();
    await node.queue.add({ name: EVENT_JOB, key: row.id, data: { eventId: row.id } });
    await until(async () => (await relay.countSetAside()) === 1 && (await node.queue.counts()).waiting === 0);
    expect(await fixture.count('outbox')).toBe(1);
  });

  it('repeats an event after a handler failed', async () => {
    let failures = 1;
    answer = (handler) => (handler === 'second' && failures-- > 0 ? Promise.reject(new Error('not yet')) : Promise.resolve());
    const { outbox } = await startNode();
    await commit(outbox, done(1));
    await until(isEmpty);
    expect(told.map(({ handler }) => handler)).toEqual(['first', 'second', 'first', 'second']);
  });

  it('relays many events once each, including late commits and those of other processes', async () => {
    const { database } = fixture.place;
    const { outbox } = await startNode();
    const createdAt = Date.now();
    const row = (id: string, number: number) => ({
      id,
      name: 'thing.done',
      data: JSON.stringify({ number }),
      createdAt,
      queuedAt: 0,
      subject: '',
    });
    for (let start = 0; start < 400; start += 100) {
      await database
        .repository(OutboxRow)
        .insert(Array.from({ length: 100 }, (_, index) => row(`x${start + index}`, start + index)));
    }
    await commit(outbox, done(400));
    await until(isEmpty);
    // An id before all that was handed over already.
    await database.repository(OutboxRow).insert(row('a-late-one', 401));
    await until(isEmpty);
    const numbers = told.filter(({ handler }) => handler === 'first').map(({ data }) => (data as { number: number }).number);
    expect(numbers.toSorted((one, other) => one - other)).toEqual(Array.from({ length: 402 }, (_, index) => index));
  });

  it.each(SHARED.filter((shared) => shared === kind))(
    'is relayed by one process at a time, and by another after that one stops',
    async () => {
      const one = await startNode();
      await commit(one.outbox, done(0));
      await until(isEmpty);
      const other = await startNode();
      for (let number = 1; number <= 20; number++) await commit(number % 2 ? one.outbox : other.outbox, done(number));
      await until(isEmpty);
      await one.work.stop();
      await fixture.stop(one.node);
      await commit(other.outbox, done(21));
      await until(isEmpty);
      const first = told.filter(({ handler }) => handler === 'first');
      expect(first).toHaveLength(22);
      expect(new Set(first.map(({ eventId }) => eventId)).size).toBe(22);
    },
  );

  it('queues events again whose job was lost', async () => {
    const { database } = fixture.place;
    const lost = {
      id: 'lost',
      name: 'thing.done',
      data: '{"number":1}',
      createdAt: 0,
      queuedAt: Date.now() - 601_000,
      subject: '',
    };
    const fresh = { ...lost, id: 'fresh', queuedAt: Date.now() - 60_000 };
    await database.repository(OutboxRow).insert([lost, fresh]);
    await startNode();
    await until(() => told.length === 2);
    await pause(100);
    expect(told.map(({ eventId }) => eventId)).toEqual(['lost', 'lost']);
    expect(await fixture.count('outbox')).toBe(1);
  });

  it('hands events of many subjects over by the page, without jobs', async () => {
    const pages = new PageEvents();
    const { outbox, node } = await startNode(pages);
    const add = vi.spyOn(node.queue, 'add');
    await commit(outbox, ...Array.from({ length: 450 }, (_, number) => seen(`s${number}`, number)));
    await until(isEmpty);
    expect(pages.pages.flat().toSorted((one, other) => one - other)).toEqual(Array.from({ length: 450 }, (_, number) => number));
    expect(pages.pages.length).toBeLessThan(10);
    expect(add).not.toHaveBeenCalled();
  });

  it('hands events of one subject over in their order, also those that follow one that failed, and holds up no other', async () => {
    const pages = new PageEvents();
    pages.failing.add(3);
    const { outbox, node } = await startNode(pages);
    Object.assign(node.registry.job(EVENT_JOB), { backoffMs: [20], attempts: 1_000 });
    await commit(outbox, ...Array.from({ length: 12 }, (_, number) => seen(number % 2 ? 'odd' : 'even', number)));
    await until(() => pages.handled.length === 7);
    await commit(outbox, seen('odd', 13), seen('even', 12));
    await until(() => pages.handled.length === 8);
    const isOdd = (number: number) => number % 2 === 1;
    expect(pages.handled.filter(isOdd)).toEqual([1]);
    expect(pages.handled.filter((number) => !isOdd(number))).toEqual([0, 2, 4, 6, 8, 10, 12]);
    pages.failing.clear();
    await until(isEmpty);
    expect(pages.handled.filter(isOdd)).toEqual([1, 3, 5, 7, 9, 11, 13]);
  });

  it('keeps the order of a subject whose earlier event a process wrote whose clock is ahead', async () => {
    const { database } = fixture.place;
    const ahead = { name: 'thing.seen', subject: 's', data: '{"subject":"s","number":1}', createdAt: 0, queuedAt: 0 };
    await database.repository(OutboxRow).insert({ ...ahead, id: firstIdAt(Date.now() + 300_000) });
    const outbox = new SqlOutbox(database, { notify: () => undefined } as OutboxRelay);
    await commit(outbox, seen('s', 2), seen('other', 4), seen('s', 3));
    const pages = new PageEvents();
    await startNode(pages);
    await until(isEmpty);
    expect(pages.handled.filter((number) => number < 4)).toEqual([1, 2, 3]);
  });

  it('keeps an event whose handlers always fail as an exhausted job', async () => {
    const { node, outbox } = await startNode();
    const { registry } = node;
    Object.assign(registry.job(EVENT_JOB), { attempts: 1 });
    answer = () => Promise.reject(new Error('never'));
    await commit(outbox, done(1));
    await until(async () => (await node.queue.counts()).exhausted === 1);
    const [row] = await fixture.place.database.repository(OutboxRow).find();
    expect(await node.queue.exhausted(1)).toMatchObject([{ name: EVENT_JOB, key: row!.id, data: { eventId: row!.id } }]);
    answer = () => Promise.resolve();
    await node.queue.retry(EVENT_JOB, row!.id);
    await until(isEmpty);
  });
});
