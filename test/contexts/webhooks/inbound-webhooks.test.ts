import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { SystemLogs, type NewSystemLog } from '../../../src/contexts/system-logs/index.js';
import { TypeormEndpoints } from '../../../src/contexts/webhooks/endpoints.store.js';
import { TypeormReceivedWebhooks } from '../../../src/contexts/webhooks/webhooks.records.js';
import { TypeormWebhooks } from '../../../src/contexts/webhooks/webhooks.store.js';
import { WebhookAttemptRow, WebhookEndpointRow, WebhookRow } from '../../../src/contexts/webhooks/webhooks.rows.js';
import { DeliverWebhook, CLAIM_MS } from '../../../src/contexts/webhooks/deliver-webhooks.js';
import { type Delivery, WebhookSender } from '../../../src/contexts/webhooks/webhooks.js';
import { WebhookHandlers, ProcessWebhook, ReceiveWebhook } from '../../../src/contexts/webhooks/process-webhooks.js';
import { WebhookHandler, WebhookHandlerSource, type WebhookIdentity } from '../../../src/contexts/webhooks/index.js';
import type { RawRequest } from '../../../src/kernel/caller.js';
import { newId } from '../../../src/kernel/ids.js';
import { type DomainEvent, Outbox } from '../../../src/kernel/events.js';
import { MIGRATIONS } from '../../../src/migrations/index.js';
import { KeyRing } from '../../../src/platform/crypto/key-ring.js';
import { SecretBox } from '../../../src/platform/crypto/secret-box.js';
import { Metrics } from '../../../src/platform/telemetry/metrics.js';
import { ENGINES } from '../../support/backend.js';
import { contributionsOf } from '../../support/contributions.js';
import { sealsFor } from '../../support/seals.js';
import { makeTestDatabase, type TestDatabase } from '../../support/test-database.js';
import { dueOf } from './support/due-webhooks.js';
import { ManualClock } from '../../support/clocks.js';
import { until } from '../../support/until.js';

class MemoryOutbox extends Outbox {
  readonly events: DomainEvent[] = [];
  add(...events: DomainEvent[]): Promise<void> {
    this.events.push(...events);
    return Promise.resolve();
  }
}

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

/** Authentic is what carries the password; the body is the id of the event. */
class BankHandler extends WebhookHandler {
  readonly provider = 'bank';
  readonly processed: string[] = [];
  broken: Error | undefined;
  /** The bank answers nobody before that. */
  opens: Promise<void> = Promise.resolve();
  identify({ headers, body }: RawRequest): WebhookIdentity | undefined {
    return headers['password'] === 'open' ? { eventId: Buffer.from(body).toString(), event: 'paid' } : undefined;
  }
  async process(payload: string): Promise<void> {
    await this.opens;
    if (this.broken) throw this.broken;
    this.processed.push(payload);
  }
}

class BankWebhooks extends WebhookHandlerSource {
  readonly handlers: readonly WebhookHandler[];

  constructor(handler: WebhookHandler) {
    super();
    this.handlers = [handler];
  }
}

/** Nothing inbound is ever sent. */
class DeadSender extends WebhookSender {
  send(): Promise<Delivery> {
    return Promise.reject(new Error('nothing is sent here'));
  }

  refusalOf(): Promise<undefined> {
    return Promise.resolve(undefined);
  }
}

describe.each(ENGINES)('inbound webhooks on %s', (backend) => {
  let test: TestDatabase;
  let inbound: TypeormWebhooks;
  let kept: TypeormReceivedWebhooks;
  let receive: ReceiveWebhook;
  let process: ProcessWebhook;
  let handler: BankHandler;
  let outbox: MemoryOutbox;
  const clock = new ManualClock(1_790_000_000_000);
  const systemLogs = new MemorySystemLogs();
  let events = 0;

  const send = (body: string, password = 'open') => receive.execute('bank', { body: Buffer.from(body), headers: { password } });
  const rowOf = (id: string) => test.database.repository(WebhookRow).findOneByOrFail({ id });
  /** As it is kept where others of the provider are being processed. */
  async function received(): Promise<string> {
    const [id, eventId] = [newId(), `event-${++events}`];
    await kept.keep({ id, direction: 'inbound', partner: 'bank', eventId, event: 'paid', payload: eventId }, 'pending');
    return id;
  }

  beforeAll(async () => {
    test = await makeTestDatabase(backend, [WebhookRow, WebhookAttemptRow, WebhookEndpointRow], MIGRATIONS);
  });
  afterAll(() => test.drop());

  beforeEach(async () => {
    await test.database.repository(WebhookRow).clear();
    handler = new BankHandler();
    outbox = new MemoryOutbox();
    const handlers = new WebhookHandlers(contributionsOf(new BankWebhooks(handler)));
    inbound = new TypeormWebhooks(test.database, clock, new Metrics());
    const endpoints = new TypeormEndpoints(test.database, new SecretBox(new KeyRing(test.config)), sealsFor(test), clock);
    const deliver = new DeliverWebhook(endpoints, new DeadSender(), systemLogs, clock);
    process = new ProcessWebhook(inbound, handlers, deliver, systemLogs, clock);
    kept = new TypeormReceivedWebhooks(test.database, outbox, inbound, clock);
    receive = new ReceiveWebhook(handlers, kept, process, clock);
  });

  const rowOfEvent = (eventId: string) => test.database.repository(WebhookRow).findOneByOrFail({ eventId });

  it('are processed before the provider is answered, and leave one row', async () => {
    await send('paid-1');
    expect(handler.processed).toEqual(['paid-1']);
    expect(await rowOfEvent('paid-1')).toMatchObject({ status: 'succeeded', attempts: 1, lastError: '', payload: 'paid-1' });
    expect(outbox.events).toEqual([]);
  });

  it('store an event once, however often and concurrently it is sent, and process none that is stored', async () => {
    await Promise.all([send('twice'), send('twice'), send('twice')]);
    const before = handler.processed.length;
    await send('twice');
    expect(handler.processed).toHaveLength(before);
    expect(await test.database.repository(WebhookRow).count()).toBe(1);
  });

  it('are kept after a second of a slow provider, whose late answer ends the attempt', async () => {
    let open!: () => void;
    handler.opens = new Promise((resolve) => (open = resolve));
    await send('slow');
    const { id } = await rowOfEvent('slow');
    expect(await rowOf(id)).toMatchObject({ status: 'processing', attempts: 1, nextAttemptAt: clock.time + CLAIM_MS });
    await process.execute(id);
    await send('slow');
    expect(handler.processed).toEqual([]);
    open();
    await until(async () => (await rowOf(id)).status === 'succeeded');
    expect(handler.processed).toEqual(['slow']);
    expect((await inbound.attempts(id)).map(({ outcome }) => outcome)).toEqual(['succeeded']);
  });

  it('go to a job where a process ended during the attempt', async () => {
    handler.opens = new Promise(() => {});
    await send('lost');
    const { id } = await rowOfEvent('lost');
    clock.time += CLAIM_MS;
    expect(await dueOf(inbound, 'inbound')).toEqual([id]);
    handler.opens = Promise.resolve();
    await process.execute(id);
    expect(handler.processed).toEqual(['lost']);
    expect(await rowOf(id)).toMatchObject({ status: 'succeeded', attempts: 2 });
  });

  it('are tried again where the first attempt failed', async () => {
    handler.broken = new Error('the bank lists nothing');
    await send('early');
    const { id } = await rowOfEvent('early');
    expect(await rowOf(id)).toMatchObject({ status: 'pending', attempts: 1, lastError: 'the bank lists nothing' });
    handler.broken = undefined;
    clock.time += 6_000;
    await process.execute(id);
    expect(handler.processed).toEqual(['early']);
    expect(await rowOf(id)).toMatchObject({ status: 'succeeded', attempts: 2, lastError: '' });
  });

  it('are left to jobs where many of the provider are being processed', async () => {
    let open!: () => void;
    handler.opens = new Promise((resolve) => (open = resolve));
    const first = Array.from({ length: 64 }, (_, index) => send(`one-of-many-${index}`));
    await send('one-too-many');
    const { id, status } = await rowOfEvent('one-too-many');
    expect([status, outbox.events.map(({ data }) => data)]).toEqual(['pending', [{ webhookId: id }]]);
    open();
    await Promise.all(first);
    await until(async () => (await test.database.repository(WebhookRow).countBy({ status: 'succeeded' })) === 64);
    await send('one-more');
    expect(await rowOfEvent('one-more')).toMatchObject({ status: 'succeeded' });
  });

  it('store nothing of an unauthentic webhook or an unknown provider', async () => {
    await expect(send('forged', 'guess')).rejects.toMatchObject({ failure: 'webhooks.not_authentic' });
    await expect(receive.execute('other', { body: Buffer.from('x'), headers: {} })).rejects.toMatchObject({
      failure: 'webhooks.unknown_provider',
    });
    expect(await test.database.repository(WebhookRow).count()).toBe(0);
  });

  it('process a webhook once among concurrent workers', async () => {
    const id = await received();
    await Promise.all([process.execute(id), process.execute(id), process.execute(id)]);
    await process.execute(id);
    expect(handler.processed).toHaveLength(1);
    expect(await rowOf(id)).toMatchObject({ status: 'succeeded', attempts: 1, lastError: '' });
    expect(await dueOf(inbound, 'inbound')).toEqual([]);
  });

  it('are each claimed by one where they are asked for at once', async () => {
    const [first, second, taken] = [await received(), await received(), await received()];
    await inbound.claim(taken, clock.time + CLAIM_MS);
    const asked = [first, second, first, taken, 'nobody'];
    const claimed = await Promise.all(asked.map((id) => inbound.claim(id, clock.time + CLAIM_MS)));
    expect(claimed.map((webhook) => webhook?.id)).toEqual([first, second, undefined, undefined, undefined]);
    for (const id of [first, second]) expect(await rowOf(id)).toMatchObject({ status: 'processing', attempts: 1 });
    await Promise.all(claimed.flatMap((webhook) => (webhook ? inbound.finish(webhook, {}) : [])));
    expect((await inbound.attempts(second)).map(({ outcome }) => outcome)).toEqual(['succeeded']);
  });

  it('are left to who took them over, where a process stood still behind its claim', async () => {
    const id = await received();
    const steps = inbound as unknown as { take: (...given: unknown[]) => Promise<boolean> };
    const take = steps.take.bind(inbound);
    vi.spyOn(steps, 'take').mockImplementationOnce(async (...given) => {
      const isTaken = await take(...given);
      clock.time += CLAIM_MS + 1;
      expect(await inbound.claim(id, clock.time + CLAIM_MS)).toMatchObject({ attempt: 2 });
      return isTaken;
    });
    await process.execute(id);
    expect(handler.processed).toEqual([]);
    expect(await rowOf(id)).toMatchObject({ status: 'processing', attempts: 2 });
  });

  it('retry on the schedule, then fail and write a system log', async () => {
    const id = await received();
    handler.broken = new Error('the bank is away');
    const pausesMs: number[] = [];
    for (;;) {
      await process.execute(id);
      const row = await rowOf(id);
      expect(row.lastError).toBe('the bank is away');
      if (row.status === 'failed') break;
      expect(await dueOf(inbound, 'inbound')).toEqual([]);
      pausesMs.push(row.nextAttemptAt - clock.time);
      clock.time = row.nextAttemptAt;
      expect(await dueOf(inbound, 'inbound')).toEqual([id]);
    }
    const schedule = [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000];
    expect(pausesMs).toHaveLength(schedule.length);
    for (const [index, seconds] of schedule.entries())
      expect(Math.abs(pausesMs[index]! / 1_000 / seconds - 1)).toBeLessThanOrEqual(0.1);
    expect(systemLogs.logs.at(-1)).toMatchObject({ kind: 'error', key: `webhook:${id}` });
    const attempts = await inbound.attempts(id);
    expect(attempts.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(attempts.every(({ outcome, error }) => outcome === 'failed' && error === 'the bank is away')).toBe(true);
  });

  it('take over an attempt of a crashed process, whose late result is ignored', async () => {
    const id = await received();
    const dead = (await inbound.claim(id, clock.time + 1_000))!;
    expect(await dueOf(inbound, 'inbound')).toEqual([]);
    clock.time += 1_000;
    expect(await dueOf(inbound, 'inbound')).toEqual([id]);
    const heir = (await inbound.claim(id, clock.time + 1_000))!;
    expect(heir.attempt).toBe(2);
    expect(await inbound.finish(dead, { error: 'too late' })).toBe(false);
    expect((await rowOf(id)).status).toBe('processing');
    expect(await inbound.finish(heir, {})).toBe(true);
    expect((await rowOf(id)).status).toBe('succeeded');
    expect((await inbound.attempts(id)).map(({ number, outcome }) => [number, outcome])).toEqual([
      [1, 'lost'],
      [2, 'succeeded'],
    ]);
  });
});
