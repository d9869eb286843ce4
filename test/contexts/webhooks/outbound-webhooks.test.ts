import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type NewSystemLog, SystemLogs } from '../../../src/contexts/system-logs/index.js';
import { QueuedOutboundEvents } from '../../../src/contexts/webhooks/adapters/queued-outbound-events.js';
import { TypeormEndpoints } from '../../../src/contexts/webhooks/endpoints.store.js';
import { TypeormWebhooks } from '../../../src/contexts/webhooks/webhooks.store.js';
import { WebhookAttemptRow, WebhookEndpointRow, WebhookRow } from '../../../src/contexts/webhooks/webhooks.rows.js';
import type { DeliverJournals } from '../../../src/contexts/webhooks/deliver-journals.js';
import { DeliverWebhook, MAX_CONCURRENT_ATTEMPTS } from '../../../src/contexts/webhooks/deliver-webhooks.js';
import { WebhookHandlers, ProcessWebhook } from '../../../src/contexts/webhooks/process-webhooks.js';
import { WebhookSettings } from '../../../src/contexts/webhooks/webhooks.js';
import {
  type Endpoint,
  newSecret,
  wants,
  SECRET_OVERLAP_MS,
  MAX_CONSECUTIVE_FAILURES,
} from '../../../src/contexts/webhooks/endpoints.js';
import { WebhooksJobs } from '../../../src/contexts/webhooks/webhooks.jobs.js';
import { newId } from '../../../src/kernel/ids.js';
import type { WebhookEventName } from '../../../src/kernel/webhook-events.js';
import { MIGRATIONS } from '../../../src/migrations/index.js';
import { KeyRing } from '../../../src/platform/crypto/key-ring.js';
import { SecretBox } from '../../../src/platform/crypto/secret-box.js';
import { JobQueue } from '../../../src/platform/queue/job-queue.js';
import type { Log } from '../../../src/platform/telemetry/log.js';
import { Metrics } from '../../../src/platform/telemetry/metrics.js';
import { ONE_BACKEND } from '../../support/backend.js';
import { sealsFor } from '../../support/seals.js';
import { makeTestDatabase, type TestDatabase } from '../../support/test-database.js';
import { dueOf } from './support/due-webhooks.js';
import { MemorySender } from './support/memory-sender.js';
import { ManualClock } from '../../support/clocks.js';
import { contributionsOf } from '../../support/contributions.js';

const DAY_MS = 86_400_000;
const PAYLOAD = '{"type":"user.created","timestamp":"2026-11-20T10:00:00.000Z","data":{"userId":"u1"}}';

class MemorySystemLogs extends SystemLogs {
  readonly logs: NewSystemLog[] = [];
  toRow(): never {
    throw new Error('nothing of webhooks is in the ledger');
  }
  record(log: NewSystemLog): Promise<void> {
    this.logs.push(log);
    return Promise.resolve();
  }
}

describe.each(ONE_BACKEND)('outbound webhooks on %s', (backend) => {
  let test: TestDatabase;
  let endpoints: TypeormEndpoints;
  let webhooks: TypeormWebhooks;
  let events: QueuedOutboundEvents;
  let process: ProcessWebhook;
  let sender: MemorySender;
  let systemLogs: MemorySystemLogs;
  let clock: ManualClock;

  beforeAll(async () => {
    test = await makeTestDatabase(backend, [WebhookRow, WebhookAttemptRow, WebhookEndpointRow], MIGRATIONS);
  });
  afterAll(() => test.drop());

  beforeEach(async () => {
    await test.database.repository(WebhookEndpointRow).clear();
    await test.database.repository(WebhookRow).clear();
    clock = new ManualClock();
    sender = new MemorySender();
    systemLogs = new MemorySystemLogs();
    endpoints = new TypeormEndpoints(test.database, new SecretBox(new KeyRing(test.config)), sealsFor(test), clock);
    webhooks = new TypeormWebhooks(test.database, clock, new Metrics());
    const queue = Object.create(JobQueue.prototype) as JobQueue;
    queue.add = () => Promise.resolve();
    events = new QueuedOutboundEvents(endpoints, webhooks, test.database, queue, {} as Log);
    const deliver = new DeliverWebhook(endpoints, sender, systemLogs, clock);
    process = new ProcessWebhook(webhooks, new WebhookHandlers(contributionsOf()), deliver, systemLogs, clock);
  });

  async function newEndpoint(given: Partial<Endpoint> = {}): Promise<{ id: string; secret: string }> {
    const id = newId();
    const secret = newSecret();
    const url = 'https://subscriber.example/hook';
    const made = { id, url, events: [], description: '', status: 'active', batch: 1, createdAt: clock.time, ...given } as const;
    await endpoints.add(made, secret);
    return { id, secret };
  }
  /** Adds a webhook for each subscribed endpoint. @returns their ids */
  async function tell(event: WebhookEventName = 'user.created'): Promise<string[]> {
    const subscribers = (await endpoints.active()).filter((endpoint) => wants(endpoint, event));
    const added = subscribers.map(({ id: partner }) => ({ id: newId(), partner, event, eventId: newId(), payload: PAYLOAD }));
    await webhooks.addAll(added.map((webhook) => ({ ...webhook, direction: 'outbound' as const })));
    return added.map(({ id }) => id);
  }
  const publish = async (name: WebhookEventName, eventId: string) =>
    test.database.transaction(await events.prepareAll([{ id: eventId, name, data: { userId: 'u1' } }]));
  const told = async () => (await tell())[0]!;
  const find = async (id: string) => (await webhooks.find(id))!;
  const endpoint = async (id: string) => (await endpoints.find(id))!;

  /** Attempts until the schedule is at its end. @returns pauses in ms */
  async function exhaust(id: string): Promise<number[]> {
    const pausesMs: number[] = [];
    for (;;) {
      await process.execute(id);
      const { status, nextAttemptAt } = await find(id);
      if (status !== 'pending') return pausesMs;
      pausesMs.push(nextAttemptAt - clock.time);
      clock.time = nextAttemptAt;
    }
  }

  it('add one webhook for each subscribed endpoint, however often the event comes', async () => {
    const [all, some] = [await newEndpoint(), await newEndpoint({ events: ['user.created', 'file.processed'] })];
    await newEndpoint({ events: ['deposit.completed'] });
    await newEndpoint({ status: 'disabled' });
    const eventId = newId();
    await Promise.all([1, 2, 3].map(() => publish('user.created', eventId)));
    await publish('user.created', eventId);
    const { items } = await webhooks.list({}, { before: undefined, size: 15 });
    expect(items.map(({ partner }) => partner).sort()).toEqual([all.id, some.id].sort());
    expect(items[0]).toMatchObject({
      direction: 'outbound',
      event: 'user.created',
      eventId,
      payload: expect.stringMatching(/^{"type":"user.created","timestamp":".+Z","data":{"userId":"u1"}}$/),
      status: 'pending',
    });
    await publish('transfer.completed', newId());
    expect((await dueOf(webhooks, 'outbound')).length).toBe(3);
    expect(await dueOf(webhooks, 'inbound')).toEqual([]);
  });

  it("sign messages with the endpoint's secret", async () => {
    const { secret } = await newEndpoint();
    const id = await told();
    await process.execute(id);
    const { url, headers, body } = sender.sent[0]!;
    expect([url, body, headers['webhook-id']]).toEqual(['https://subscriber.example/hook', PAYLOAD, id]);
    expect(new Webhook(secret).verify(body, { ...headers })).toEqual(JSON.parse(PAYLOAD));
    expect(() => new Webhook(newSecret()).verify(body, { ...headers })).toThrow();
    expect(() => new Webhook(secret).verify(`${body} `, { ...headers })).toThrow();
    expect(await find(id)).toMatchObject({ status: 'succeeded', attempts: 1, lastError: '' });
  });

  it('sign each attempt anew, under the same id', async () => {
    await newEndpoint();
    const id = await told();
    sender.delivery = { status: 503 };
    await process.execute(id);
    clock.time = (await find(id)).nextAttemptAt;
    await process.execute(id);
    const [first, second] = sender.sent.map(({ headers }) => headers);
    expect(second!['webhook-id']).toBe(first!['webhook-id']);
    expect(Number(second!['webhook-timestamp'])).toBeGreaterThan(Number(first!['webhook-timestamp']));
    expect(second!['webhook-signature']).not.toBe(first!['webhook-signature']);
  });

  it('sign with both secrets for a day after a rotation, and store none in the clear', async () => {
    const { id, secret: old } = await newEndpoint();
    const fresh = newSecret();
    await endpoints.rotate(id, fresh, clock.time + SECRET_OVERLAP_MS);
    await process.execute(await told());
    const during = sender.sent[0]!;
    for (const secret of [fresh, old]) new Webhook(secret).verify(during.body, { ...during.headers });
    expect(during.headers['webhook-signature']!.split(' ')).toHaveLength(2);
    clock.time += SECRET_OVERLAP_MS;
    await process.execute(await told());
    const { headers, body } = sender.sent[1]!;
    const at = new Date(Number(headers['webhook-timestamp']) * 1_000);
    expect(headers['webhook-signature']).toBe(new Webhook(fresh).sign(headers['webhook-id']!, at, body));
    const row = await test.database.repository(WebhookEndpointRow).findOneByOrFail({ id });
    for (const secret of [fresh, old]) expect(JSON.stringify(row)).not.toContain(secret.slice('whsec_'.length));
    await expect(endpoints.secrets('nobody')).rejects.toThrow();
  });

  it('retry on the schedule, record every attempt, then fail and write a system log', async () => {
    await newEndpoint();
    const id = await told();
    sender.delivery = { status: 500 };
    const pausesMs = await exhaust(id);
    const schedule = [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000];
    expect(pausesMs).toHaveLength(schedule.length);
    for (const [place, seconds] of schedule.entries())
      expect(Math.abs(pausesMs[place]! / 1_000 / seconds - 1)).toBeLessThanOrEqual(0.1);
    expect(await find(id)).toMatchObject({ status: 'failed', attempts: 8, lastError: 'the endpoint answered 500' });
    const attempts = await webhooks.attempts(id);
    expect(attempts.map(({ number, outcome, httpStatus, isManual }) => [number, outcome, httpStatus, isManual])).toEqual(
      [1, 2, 3, 4, 5, 6, 7, 8].map((number) => [number, 'failed', 500, false]),
    );
    expect(systemLogs.logs).toMatchObject([{ kind: 'error', key: `webhook:${id}` }]);
    await process.execute(id);
    expect(sender.sent).toHaveLength(8);
  });

  it('spread retries by a jitter', async () => {
    await newEndpoint();
    sender.delivery = new Error('connect ECONNREFUSED');
    const nexts = new Set<number>();
    for (let turn = 0; turn < 10; turn++) {
      const id = await told();
      await process.execute(id);
      nexts.add((await find(id)).nextAttemptAt);
      expect((await find(id)).lastError).toBe('connect ECONNREFUSED');
    }
    expect(nexts.size).toBeGreaterThan(1);
  });

  it.each([
    'UPDATE webhook_attempt SET outcome = ? WHERE webhook_id = ?',
    'DELETE FROM webhook_attempt WHERE ? <> webhook_id AND webhook_id = ?',
  ])('refuse changes of attempts: %s', async (statement) => {
    await newEndpoint();
    const id = await told();
    await process.execute(id);
    await expect(test.database.manager.query(statement, ['x', id])).rejects.toThrow('append-only');
    expect(await webhooks.attempts(id)).toHaveLength(1);
  });

  it('limit attempts at a hanging endpoint; the next waiting webhook follows a free slot', async () => {
    await newEndpoint({ url: 'https://slow.example/hook' });
    const slow = await Promise.all(Array.from({ length: MAX_CONCURRENT_ATTEMPTS + 2 }, () => told()));
    await newEndpoint({ url: 'https://quick.example/hook', events: ['file.processed'] });
    let release: () => void = () => undefined;
    const hanging = new Promise<void>((resolve) => (release = resolve));
    sender.wait = ({ url }) => (url.includes('slow') ? hanging : Promise.resolve());
    const attempts = slow.map((id) => process.execute(id));
    await expect.poll(() => sender.sent.length).toBe(MAX_CONCURRENT_ATTEMPTS);
    await Promise.all((await tell('file.processed')).filter((id) => !slow.includes(id)).map((id) => process.execute(id)));
    expect(sender.sent.filter(({ url }) => url.includes('quick'))).toHaveLength(1);
    const waiting = (await Promise.all(slow.map(find))).filter(({ status }) => status === 'pending').map(({ id }) => id);
    expect(waiting).toHaveLength(2);
    expect(await dueOf(webhooks, 'outbound')).toEqual(expect.arrayContaining(waiting));
    release();
    const next = (await Promise.all(attempts)).flat();
    expect(next).toEqual(expect.arrayContaining(waiting));
    for (const id of waiting) {
      await process.execute(id);
      expect(await find(id)).toMatchObject({ status: 'succeeded', attempts: 1 });
    }
  });

  describe('the sweep', () => {
    let queued: string[];
    let jobs: WebhooksJobs;
    beforeEach(() => {
      queued = [];
      const queue = Object.create(JobQueue.prototype) as JobQueue;
      queue.add = (...added) => Promise.resolve(void queued.push(...added.map(({ key }) => key)));
      jobs = new WebhooksJobs(process, {} as DeliverJournals, webhooks, queue, new WebhookSettings(false, 90 * DAY_MS), clock);
    });

    async function addMany(count: number, given: Partial<WebhookRow> = {}): Promise<string[]> {
      const rows = Array.from({ length: count }, () => {
        const id = newId();
        const named = {
          id,
          direction: 'outbound',
          partner: 'busy',
          eventId: id,
          event: 'user.created',
          payload: PAYLOAD,
        } as const;
        return { ...named, status: 'pending', nextAttemptAt: 1, lastError: '', createdAt: clock.time, ...given } as const;
      });
      await test.database.repository(WebhookRow).insert(rows);
      return rows.map(({ id }) => id);
    }

    it('takes all due webhooks page by page, so that a backlog of one endpoint does not hide others', async () => {
      const busy = await addMany(450);
      const lost = await addMany(2, { status: 'processing', nextAttemptAt: clock.time });
      const calm = await addMany(1, { partner: 'calm', nextAttemptAt: clock.time - 1 });
      const bank = await addMany(1, { partner: 'bank', direction: 'inbound', nextAttemptAt: 0 });
      await addMany(1, { nextAttemptAt: clock.time + 1 });
      await addMany(1, { status: 'processing', nextAttemptAt: clock.time + 1 });
      const fresh = await addMany(1, { partner: 'calm', nextAttemptAt: 0 });
      await addMany(1, { status: 'succeeded' });
      await addMany(1, { status: 'failed' });
      await jobs.queueDue();
      expect(queued.toSorted()).toEqual([...busy, ...lost, ...calm, ...fresh, ...bank].toSorted());
      // After a page of each line at most.
      for (const id of [...lost, ...calm, ...fresh, ...bank]) expect(queued.indexOf(id)).toBeLessThan(205);
    });

    it('leaves the end of a long backlog to the next run', async () => {
      const ids = [...(await addMany(500)), ...(await addMany(501))];
      await jobs.queueDue();
      expect(queued).toEqual(ids.toSorted().slice(0, 1_000));
    });

    it('removes old succeeded webhooks with their attempts only', async () => {
      await newEndpoint();
      const arrived = await told();
      await process.execute(arrived);
      sender.delivery = { refused: 'the address 10.0.0.1 is not public' };
      const failed = await told();
      await process.execute(failed);
      await addMany(450, { status: 'succeeded' });
      clock.time += 1;
      const [pending, young] = [await told(), await told()];
      sender.delivery = { status: 200 };
      await process.execute(young);
      clock.time += 90 * DAY_MS;
      await jobs.removeOld();
      const left = await test.database.repository(WebhookRow).find();
      expect(left.map(({ id }) => id).toSorted()).toEqual([failed, pending, young].toSorted());
      const attempts = await Promise.all([arrived, failed, young].map((id) => webhooks.attempts(id)));
      expect(attempts.map(({ length }) => length)).toEqual([0, 1, 1]);
    });

    it('the database refuses to remove an attempt before its webhook', async () => {
      await newEndpoint();
      const id = await told();
      await process.execute(id);
      await expect(test.database.repository(WebhookAttemptRow).delete({ webhookId: id })).rejects.toThrow('append-only');
      expect(await webhooks.attempts(id)).toHaveLength(1);
    });
  });

  it('do not retry a refused address', async () => {
    await newEndpoint();
    const id = await told();
    sender.delivery = { refused: 'the address 10.0.0.1 is not public' };
    await process.execute(id);
    expect(await find(id)).toMatchObject({ status: 'failed', attempts: 1, lastError: 'the address 10.0.0.1 is not public' });
    expect(await dueOf(webhooks, 'outbound')).toEqual([]);
  });

  it('write a system log when they fail, unless they tell of a system log', async () => {
    await newEndpoint();
    sender.delivery = { refused: 'the address 10.0.0.1 is not public' };
    const [ofUser, ofLog] = [(await tell('user.created'))[0]!, (await tell('system_log.created'))[0]!];
    for (const id of [ofUser, ofLog]) await process.execute(id);
    expect((await find(ofLog)).status).toBe('failed');
    expect(systemLogs.logs.map(({ kind, key }) => [kind, key])).toEqual([['error', `webhook:${ofUser}`]]);
  });

  it('send nothing to an endpoint disabled or removed meanwhile', async () => {
    const { id } = await newEndpoint();
    const [first, second] = [await told(), await told()];
    await endpoints.save({ ...(await endpoint(id)), status: 'disabled' });
    await process.execute(first);
    expect(await find(first)).toMatchObject({ status: 'failed', lastError: 'the endpoint is off' });
    await endpoints.remove(id);
    await process.execute(second);
    expect(await find(second)).toMatchObject({ status: 'failed', lastError: 'the endpoint was removed' });
    expect(sender.sent).toEqual([]);
  });

  it('disable an endpoint after consecutive failures, with a system log', async () => {
    const { id } = await newEndpoint();
    sender.delivery = { status: 500 };
    for (let turn = 1; turn < MAX_CONSECUTIVE_FAILURES; turn++) await exhaust(await told());
    expect((await endpoint(id)).status).toBe('active');
    await exhaust(await told());
    expect((await endpoint(id)).status).toBe('disabled');
    expect(systemLogs.logs.filter(({ kind }) => kind === 'warning')).toMatchObject([
      { description: `Webhook endpoint ${id} is off: ${MAX_CONSECUTIVE_FAILURES} webhooks in a row were given up` },
    ]);
    expect(await tell()).toEqual([]);
  });

  it('reset the failure count after a success and after activation', async () => {
    const { id } = await newEndpoint();
    const refused = { refused: 'the address 10.0.0.1 is not public' };
    const giveUp = async (times: number) => {
      sender.delivery = refused;
      for (let turn = 0; turn < times; turn++) await process.execute(await told());
    };
    await giveUp(MAX_CONSECUTIVE_FAILURES - 1);
    sender.delivery = { status: 204 };
    await process.execute(await told());
    await giveUp(MAX_CONSECUTIVE_FAILURES - 1);
    expect((await endpoint(id)).status).toBe('active');
    await giveUp(1);
    expect((await endpoint(id)).status).toBe('disabled');
    await endpoints.save({ ...(await endpoint(id)), status: 'active' });
    await giveUp(MAX_CONSECUTIVE_FAILURES - 1);
    expect((await endpoint(id)).status).toBe('active');
    // Another change is no pardon.
    await endpoints.save({ ...(await endpoint(id)), description: 'ours' });
    await giveUp(1);
    expect((await endpoint(id)).status).toBe('disabled');
  });

  it('make one attempt for each manual retry, which does not count against the endpoint', async () => {
    const { id: endpointId } = await newEndpoint();
    const id = await told();
    sender.delivery = { refused: 'the address 10.0.0.1 is not public' };
    await process.execute(id);
    sender.delivery = { status: 500 };
    for (let retry = 1; retry <= 5; retry++) {
      expect(await webhooks.reopen(id, 5)).toBe(true);
      expect(await webhooks.reopen(id, 5)).toBe(false);
      await process.execute(id);
      expect(await find(id)).toMatchObject({ status: 'failed', attempts: 1 + retry, manualRetries: retry });
    }
    expect(await webhooks.reopen(id, 5)).toBe(false);
    const attempts = await webhooks.attempts(id);
    expect(attempts.map(({ isManual }) => isManual)).toEqual([false, true, true, true, true, true]);
    const { consecutiveFailures } = await test.database.repository(WebhookEndpointRow).findOneByOrFail({ id: endpointId });
    expect([consecutiveFailures, systemLogs.logs.length]).toEqual([1, 1]);
  });

  it('record a manual retry as such although its process crashed', async () => {
    await newEndpoint();
    const id = await told();
    sender.delivery = { refused: 'the address 10.0.0.1 is not public' };
    await process.execute(id);
    await webhooks.reopen(id, 5);
    await webhooks.claim(id, clock.time + 1_000);
    clock.time += 1_000;
    sender.delivery = { status: 500 };
    await process.execute(id);
    expect((await find(id)).status).toBe('failed');
    const attempts = await webhooks.attempts(id);
    expect(attempts.map(({ outcome, isManual }) => [outcome, isManual])).toEqual([
      ['failed', false],
      ['lost', true],
      ['failed', true],
    ]);
  });
});
