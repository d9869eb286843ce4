import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { WebhookAttemptRow, WebhookEndpointRow, WebhookRow } from '../../../src/contexts/webhooks/webhooks.rows.js';
import { CLAIM_MS } from '../../../src/contexts/webhooks/deliver-webhooks.js';
import { newSecret } from '../../../src/contexts/webhooks/endpoints.js';
import type { WebhookEventName } from '../../../src/kernel/webhook-events.js';
import { MANUAL_RETRIES } from '../../../src/contexts/webhooks/webhooks.js';
import { firstIdAt, newId } from '../../../src/kernel/ids.js';
import { MINUTE_MS } from '../../../src/kernel/clock.js';
import { MIGRATIONS } from '../../../src/migrations/index.js';
import { outsideTransaction } from '../../../src/platform/database/outside-transaction.js';
import { ENGINES } from '../../support/backend.js';
import { makeTestDatabase, type TestDatabase } from '../../support/test-database.js';
import { until } from '../../support/until.js';
import { MemorySender } from './support/memory-sender.js';
import { WebhookProcess } from './support/webhook-process.js';

const AWAY = new Error('connect ECONNREFUSED');

describe.each(ENGINES)('webhooks of one subject on %s', (backend) => {
  let test: TestDatabase;
  let sender: MemorySender;
  let one: WebhookProcess;
  let other: WebhookProcess;
  let endpointId: string;

  beforeAll(async () => {
    const rows = [WebhookRow, WebhookAttemptRow, WebhookEndpointRow];
    test = await makeTestDatabase(backend, rows, MIGRATIONS);
  });
  afterAll(() => test.drop());

  beforeEach(async () => {
    await test.database.repository(WebhookEndpointRow).clear();
    await test.database.repository(WebhookRow).clear();
    sender = new MemorySender();
    one = new WebhookProcess(test, sender);
    other = new WebhookProcess(test, sender);
    endpointId = await newEndpoint('subscriber');
  });

  async function newEndpoint(name: string): Promise<string> {
    const id = newId();
    const url = `https://${name}.example/hook`;
    await one.endpoints.add({ id, url, events: [], description: '', status: 'active', batch: 1, createdAt: 0 }, newSecret());
    return id;
  }

  /** @param eventId an id of another time stands for a clock that is wrong */
  const publish = async (name: WebhookEventName, subject: string, eventId = newId()) => {
    const [idName] = name.split('.');
    await test.database.transaction(await one.events.prepareAll([{ id: eventId, name, data: { [`${idName}Id`]: subject } }]));
  };
  /** `purchase.completed p1`, in the order of the attempts. */
  const sent = () =>
    sender.sent.map(({ body }) => {
      const { type, data } = JSON.parse(body) as { type: string; data: Record<string, string> };
      return `${type} ${Object.values(data)[0]}`;
    });
  const statuses = async () => {
    const rows = await test.database.repository(WebhookRow).find({ order: { createdAt: 'ASC', id: 'ASC' } });
    return rows.map(({ event, status }) => `${event} ${status}`);
  };
  /** The embedded database has one unit of work at a time. */
  const endsDuringUnit = (work: Promise<void>) => (backend === 'sqlite' ? Promise.resolve() : work);
  const claim = async (event: WebhookEventName) => one.webhooks.claim((await find(event)).id, one.clock.time + CLAIM_MS);
  const find = (event: WebhookEventName) => test.database.repository(WebhookRow).findOneByOrFail({ event });

  it('are sent one after the other, without waiting for a sweep, where both are written at once', async () => {
    let underWay = 0;
    sender.wait = async () => {
      expect(++underWay).toBe(1);
      await new Promise((resolve) => setImmediate(resolve));
      underWay--;
    };
    await publish('purchase.completed', 'p1');
    await publish('purchase.reversed', 'p1');
    await one.jobs.deliver({ webhookId: one.queued.shift()! });
    expect(sent()).toEqual(['purchase.completed p1']);
    await one.runJobs();
    expect(sent()).toEqual(['purchase.completed p1', 'purchase.reversed p1']);
    expect([await statuses(), one.problems]).toEqual([['purchase.completed succeeded', 'purchase.reversed succeeded'], []]);
  });

  it('are sent in order by the sweeps alone, where the process ends before its jobs', async () => {
    for (const name of ['ticket.created', 'ticket.replied', 'ticket.replied'] as const) await publish(name, 't1');
    for (const _ of [1, 2, 3]) {
      one.queued.length = 0;
      await one.jobs.queueHeldBack();
      await one.deliverDue();
    }
    expect(sent()).toEqual(['ticket.created t1', 'ticket.replied t1', 'ticket.replied t1']);
  });

  it('wait for the one whose worker died, until another worker has sent it', async () => {
    await publish('purchase.completed', 'p1');
    expect(await claim('purchase.completed')).toBeDefined();
    await publish('purchase.reversed', 'p1');
    await other.deliverDue();
    expect(sent()).toEqual([]);
    other.clock.time += CLAIM_MS;
    await other.deliverDue();
    expect(sent()).toEqual(['purchase.completed p1', 'purchase.reversed p1']);
  });

  it('wait for the retry of one that failed, whatever the others of the endpoint do', async () => {
    sender.delivery = { status: 503 };
    await publish('purchase.completed', 'p1');
    await one.runJobs();
    sender.delivery = { status: 200 };
    await publish('purchase.reversed', 'p1');
    await publish('purchase.completed', 'p2');
    await publish('purchase.reversed', 'p2');
    await publish('transfer.completed', 't1');
    await one.deliverDue();
    await one.jobs.queueHeldBack();
    await one.deliverDue();
    expect(sent().toSorted()).toEqual(
      ['purchase.completed p1', 'purchase.completed p2', 'purchase.reversed p2', 'transfer.completed t1'].toSorted(),
    );
    one.clock.time = (
      await test.database.repository(WebhookRow).findOneByOrFail({ attempts: 1, status: 'pending' })
    ).nextAttemptAt;
    await one.deliverDue();
    expect(sent().slice(4)).toEqual(['purchase.completed p1', 'purchase.reversed p1']);
  });

  it('keep their order where the clock of the process that writes them jumps back', async () => {
    const now = Date.now();
    const ahead = firstIdAt(now + 5 * MINUTE_MS);
    const webhook = { direction: 'outbound', partner: endpointId, event: 'ticket.replied', subject: 't1' } as const;
    const added = (id: string, name: string) => ({
      ...webhook,
      id,
      eventId: id,
      payload: JSON.stringify({ type: name, data: {} }),
    });
    await test.database.transaction(() => one.webhooks.addAll([added(ahead, 'first')]).then(() => undefined));
    await test.database.transaction(() => one.webhooks.addAll([added(firstIdAt(now), 'second')]).then(() => undefined));
    await one.deliverDue();
    expect(sent().map((text) => text.split(' ')[0])).toEqual(['first', 'second']);
  });

  it('keep their order where the clock of a worker jumps ahead over the claim of another', async () => {
    await publish('purchase.completed', 'p1');
    const claimed = await claim('purchase.completed');
    await publish('purchase.reversed', 'p1');
    other.clock.time += 5 * MINUTE_MS;
    await other.deliverDue();
    expect(sent()).toEqual(['purchase.completed p1', 'purchase.reversed p1']);
    // The first worker, which only was slow, changes nothing any more.
    expect(await one.webhooks.finish(claimed!, { httpStatus: 200 })).toBe(false);
    expect(await statuses()).toEqual(['purchase.completed succeeded', 'purchase.reversed succeeded']);
  });

  it('follow at once when the one before them is given up', async () => {
    for (const name of ['purchase.completed', 'purchase.reversed'] as const) await publish(name, 'p1');
    sender.delivery = AWAY;
    await one.runJobs();
    for (let attempt = 1; (await find('purchase.completed')).status === 'pending'; attempt++) {
      expect(sent()).toEqual(Array(attempt).fill('purchase.completed p1'));
      one.clock.time = (await find('purchase.completed')).nextAttemptAt;
      await one.jobs.queueDue();
      const [id] = one.queued.splice(0);
      await one.jobs.deliver({ webhookId: id! });
    }
    sender.delivery = { status: 200 };
    await one.runJobs();
    expect(await statuses()).toEqual(['purchase.completed failed', 'purchase.reversed succeeded']);
  });

  it('follow at once when the one before them is refused', async () => {
    for (const name of ['purchase.completed', 'purchase.reversed'] as const) await publish(name, 'p1');
    sender.delivery = { refused: 'the address is not public' };
    await one.deliverDue();
    expect(await statuses()).toEqual(['purchase.completed failed', 'purchase.reversed failed']);
    expect(sent()).toEqual(['purchase.completed p1', 'purchase.reversed p1']);
  });

  it('wait at their own endpoint only', async () => {
    const quick = await newEndpoint('quick');
    sender.wait = ({ url }) => (url.includes('quick') ? Promise.resolve() : Promise.reject(AWAY));
    for (const name of ['purchase.completed', 'purchase.reversed'] as const) await publish(name, 'p1');
    await one.deliverDue();
    const rows = await test.database.repository(WebhookRow).find();
    const done = rows.filter(({ status }) => status === 'succeeded');
    expect(done.map(({ partner, event }) => `${partner} ${event}`).toSorted()).toEqual([
      `${quick} purchase.completed`,
      `${quick} purchase.reversed`,
    ]);
    expect(sent().filter((text) => text === 'purchase.reversed p1')).toHaveLength(1);
  });

  it('are each written once, in one order, where several processes publish them at the same time', async () => {
    const ids = Array.from({ length: 6 }, () => newId());
    await Promise.all([...ids, ...ids].map((id) => publish('ticket.replied', 't1', id)));
    const rows = await test.database.repository(WebhookRow).find({ order: { sequenceNo: 'ASC' } });
    expect(rows.map(({ sequenceNo }) => sequenceNo)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(rows.map(({ eventId }) => eventId).toSorted()).toEqual(ids.toSorted());
    await one.deliverDue();
    expect(await statuses()).toEqual(Array(6).fill('ticket.replied succeeded'));
    expect(sender.sent.map(({ headers }) => headers['webhook-id'])).toEqual(rows.map(({ id }) => id));
  });

  it('follow at once where the one before them ends while they are written', async () => {
    await publish('purchase.completed', 'p1');
    const claimed = await claim('purchase.completed');
    const write = await one.events.prepareAll([{ id: newId(), name: 'purchase.reversed', data: { purchaseId: 'p1' } }]);
    const end = async () => {
      await other.webhooks.finish(claimed!, { httpStatus: 200 });
      one.queued.push(...(await other.webhooks.releaseNext([claimed!])));
    };
    let ending: Promise<void> | undefined;
    await test.database.transaction(async () => {
      await write();
      ending = outsideTransaction(end);
      await endsDuringUnit(ending);
    });
    await ending;
    await until(() => one.queued.length > 0);
    await one.runJobs();
    expect(sent()).toEqual(['purchase.reversed p1']);
  });

  it('of an older version, without a subject, are sent and wait for nothing', async () => {
    const webhook = { direction: 'outbound', partner: endpointId, event: 'purchase.completed', payload: '{"data":{}}' } as const;
    const ids = [newId(), newId()];
    await test.database.transaction(async () => {
      await one.webhooks.addAll(ids.map((id) => ({ ...webhook, id, eventId: id })));
    });
    await one.deliverDue();
    expect(sender.sent.map(({ headers }) => headers['webhook-id']!).toSorted()).toEqual(ids.toSorted());
  });

  it('are found by a sweep where a process of an older version delivered the one before them', async () => {
    for (const name of ['purchase.completed', 'purchase.reversed'] as const) await publish(name, 'p1');
    one.queued.length = 0;
    const { id } = await find('purchase.completed');
    await test.database.repository(WebhookRow).update({ id }, { status: 'succeeded', nextAttemptAt: 0 });
    await one.deliverDue();
    expect(sent()).toEqual([]);
    await one.jobs.queueHeldBack();
    await one.runJobs();
    expect(sent()).toEqual(['purchase.reversed p1']);
  });

  it('may come later where staff replay one, and those that are published meanwhile wait for it', async () => {
    sender.delivery = { refused: 'the address is not public' };
    await publish('purchase.completed', 'p1');
    await one.deliverDue();
    sender.delivery = { status: 200 };
    const { id } = await find('purchase.completed');
    expect(await one.webhooks.reopen(id, MANUAL_RETRIES)).toBe(true);
    await publish('purchase.reversed', 'p1');
    await one.runJobs();
    expect(sent()).toEqual(['purchase.completed p1']);
    await one.deliverDue();
    expect(sent()).toEqual(['purchase.completed p1', 'purchase.completed p1', 'purchase.reversed p1']);
  });

  it('show no time of their next attempt while they wait', async () => {
    for (const name of ['purchase.completed', 'purchase.reversed'] as const) await publish(name, 'p1');
    const { presentRetry } = await import('../../../src/contexts/webhooks/webhooks.presenters.js');
    expect(presentRetry(await find('purchase.completed')).data.nextRetryAt).not.toBe('');
    expect(presentRetry(await find('purchase.reversed')).data).toMatchObject({ status: 'pending', nextRetryAt: '' });
  });
});
