import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { BulkWebhookSender } from '../../../src/contexts/webhooks/adapters/queued-outbound-events.js';
import { TypeormEndpoints } from '../../../src/contexts/webhooks/endpoints.store.js';
import { TypeormFirstAttempts } from '../../../src/contexts/webhooks/first-attempts.store.js';
import { TypeormWebhooks } from '../../../src/contexts/webhooks/webhooks.store.js';
import { WebhookAttemptRow, WebhookEndpointRow, WebhookRow } from '../../../src/contexts/webhooks/webhooks.rows.js';
import { DeliverFirstAttempts } from '../../../src/contexts/webhooks/first-attempts.js';
import { DeliverWebhook, CLAIM_MS } from '../../../src/contexts/webhooks/deliver-webhooks.js';
import { WebhookHandlers, ProcessWebhook } from '../../../src/contexts/webhooks/process-webhooks.js';
import { WebhookSettings } from '../../../src/contexts/webhooks/webhooks.js';
import { newSecret } from '../../../src/contexts/webhooks/endpoints.js';
import { WebhooksJobs } from '../../../src/contexts/webhooks/webhooks.jobs.js';
import { newId } from '../../../src/kernel/ids.js';
import { MIGRATIONS } from '../../../src/migrations/index.js';
import { KeyRing } from '../../../src/platform/crypto/key-ring.js';
import { SecretBox } from '../../../src/platform/crypto/secret-box.js';
import type { ContinuousWork, Round } from '../../../src/platform/queue/continuous-work.js';
import { JobQueue } from '../../../src/platform/queue/job-queue.js';
import type { Log } from '../../../src/platform/telemetry/log.js';
import { Metrics } from '../../../src/platform/telemetry/metrics.js';
import { ENGINES } from '../../support/backend.js';
import { ManualClock } from '../../support/clocks.js';
import { sealsFor } from '../../support/seals.js';
import { makeTestDatabase, type TestDatabase } from '../../support/test-database.js';
import { until } from '../../support/until.js';
import { MemorySender } from './support/memory-sender.js';
import { NoSystemLogs } from './support/webhook-process.js';
import { contributionsOf } from '../../support/contributions.js';

const PAYLOAD = '{"type":"transfer.completed"}';

interface Batch {
  readonly type: string;
  readonly events?: readonly { readonly id: string; readonly type: string }[];
}

describe.each(ENGINES)('BulkWebhookSender on %s', (backend) => {
  let test: TestDatabase;
  let endpoints: TypeormEndpoints;
  let webhooks: TypeormWebhooks;
  let firstAttempts: TypeormFirstAttempts;
  let process: ProcessWebhook;
  let jobs: WebhooksJobs;
  let sender: MemorySender;
  let clock: ManualClock;
  let queued: string[];
  let round: () => Promise<boolean>;
  let bulk: BulkWebhookSender;
  let problems: unknown[];

  beforeAll(async () => {
    const rows = [WebhookRow, WebhookAttemptRow, WebhookEndpointRow];
    test = await makeTestDatabase(backend, rows, MIGRATIONS);
  });
  afterAll(() => test.drop());

  beforeEach(async () => {
    await test.database.repository(WebhookEndpointRow).clear();
    await test.database.repository(WebhookRow).clear();
    clock = new ManualClock();
    sender = new MemorySender();
    queued = [];
    problems = [];
    endpoints = new TypeormEndpoints(test.database, new SecretBox(new KeyRing(test.config)), sealsFor(test), clock);
    firstAttempts = new TypeormFirstAttempts(test.database, clock, new Metrics());
    webhooks = new TypeormWebhooks(test.database, firstAttempts, clock, new Metrics());
    const systemLogs = new NoSystemLogs();
    const deliver = new DeliverWebhook(endpoints, sender, systemLogs, clock);
    process = new ProcessWebhook(webhooks, new WebhookHandlers(contributionsOf()), deliver, systemLogs, clock);
    const queue = Object.create(JobQueue.prototype) as JobQueue;
    queue.add = (...added) => Promise.resolve(void queued.push(...added.map(({ key }) => key)));
    jobs = new WebhooksJobs(process, webhooks, queue, new WebhookSettings(false, 1), clock);
    const work = { add: (_: string, given: Round) => ((round = () => given(new AbortController().signal)), () => undefined) };
    const log = { problem: (_: string, error: unknown) => problems.push(error) };
    const page = new DeliverFirstAttempts(firstAttempts, deliver, process, clock);
    bulk = new BulkWebhookSender(work as unknown as ContinuousWork, webhooks, firstAttempts, page, queue, log as unknown as Log);
  });

  async function newEndpoint(name = 'subscriber', batch = 1): Promise<{ id: string; secret: string }> {
    const [id, secret] = [newId(), newSecret()];
    const url = `https://${name}.example/hook`;
    await endpoints.add({ id, url, events: [], description: '', status: 'active', batch, createdAt: clock.time }, secret);
    return { id, secret };
  }

  async function add(partner: string, count: number): Promise<string[]> {
    const ids = Array.from({ length: count }, () => newId());
    const given = { direction: 'outbound', partner, event: 'transfer.completed', payload: PAYLOAD } as const;
    await webhooks.addAll(ids.map((id) => ({ ...given, id, eventId: id })));
    return ids;
  }

  const statuses = async (ids: readonly string[]) =>
    (await Promise.all(ids.map((id) => webhooks.find(id)))).map((found) => `${found!.status} ${found!.attempts}`);
  const have = (ids: readonly string[], status: string) =>
    until(async () => (await statuses(ids)).every((each) => each === status));
  const outcomes = async (id: string) => (await webhooks.attempts(id)).map(({ number, outcome }) => [number, outcome]);

  it('delivers pending webhooks with a signature and an attempt each', async () => {
    const { id, secret } = await newEndpoint();
    const ids = await add(id, 50);
    await round();
    await have(ids, 'succeeded 1');
    expect(sender.sent.map(({ headers }) => headers['webhook-id']!).toSorted()).toEqual(ids.toSorted());
    for (const { body, headers } of sender.sent) new Webhook(secret).verify(body, { ...headers });
    for (const each of ids) expect(await outcomes(each)).toEqual([[1, 'succeeded']]);
    expect([queued, problems]).toEqual([[], []]);
  });

  it('delivers several in one signed request where the endpoint takes them, and one that comes alone by itself', async () => {
    const { id, secret } = await newEndpoint('subscriber', 20);
    const ids = await add(id, 61);
    await round();
    await have(ids, 'succeeded 1');
    const messages = sender.sent.map(({ body, headers }) => new Webhook(secret).verify(body, { ...headers }) as Batch);
    expect(messages.map(({ events }) => events?.length)).toEqual([20, 20, 20, undefined]);
    const events = messages.flatMap((message) => message.events ?? []);
    expect(events.map(({ type }) => type)).toEqual(Array(60).fill('transfer.completed'));
    const [alone] = sender.sent.slice(-1).map(({ headers }) => headers['webhook-id']!);
    expect([...events.map((event) => event.id), alone!].toSorted()).toEqual(ids.toSorted());
    expect(messages.slice(0, 3).map(({ type }) => type)).toEqual(['batch', 'batch', 'batch']);
    for (const each of ids) expect(await outcomes(each)).toEqual([[1, 'succeeded']]);
  });

  it('tries each of several by itself again where the endpoint refuses them', async () => {
    const { id } = await newEndpoint('subscriber', 100);
    const ids = await add(id, 5);
    sender.delivery = { status: 500 };
    await round();
    await have(ids, 'pending 1');
    sender.delivery = { status: 200 };
    clock.time += 60_000;
    for (const each of ids) await process.execute(each);
    expect(await statuses(ids)).toEqual(Array(5).fill('succeeded 2'));
    expect(sender.sent.slice(1).map(({ headers, body }) => [headers['webhook-id'], body])).toEqual(
      ids.map((each) => [each, PAYLOAD]),
    );
  });

  it('a hanging endpoint holds up no other', async () => {
    const [slow, quick] = [await newEndpoint('slow'), await newEndpoint('quick')];
    let release: () => void = () => undefined;
    const hanging = new Promise<void>((resolve) => (release = resolve));
    sender.wait = ({ url }) => (url.includes('slow') ? hanging : Promise.resolve());
    const waiting = await add(slow.id, 10);
    await have(waiting.slice(0, 1), 'pending 0');
    await round();
    await until(() => sender.sent.length === 3);
    for (let turn = 0; turn < 3; turn++) {
      const ids = await add(quick.id, 5);
      await until(async () => {
        await round();
        return (await statuses(ids)).every((status) => status === 'succeeded 1');
      });
    }
    expect(sender.sent.filter(({ url }) => url.includes('slow'))).toHaveLength(3);
    release();
    await have(waiting, 'succeeded 1');
  });

  it('leaves the others to jobs when an endpoint gives no answer', async () => {
    const { id } = await newEndpoint();
    const ids = await add(id, 20);
    sender.delivery = new Error('connect ECONNREFUSED');
    await round();
    await until(async () => {
      const now = await statuses(ids);
      return now.every((status) => status.startsWith('pending')) && now.includes('pending 1');
    });
    const found = (await statuses(ids)).toSorted();
    expect(found.slice(0, 17)).toEqual(Array(17).fill('pending 0'));
    expect(found.slice(17)).toEqual(Array(3).fill('pending 1'));
    await jobs.queueDue();
    expect(queued).toHaveLength(17);
    sender.delivery = { status: 200 };
    for (const each of queued) await process.execute(each);
    expect((await statuses(queued)).every((status) => status === 'succeeded 1')).toBe(true);
    for (const each of queued) expect(await outcomes(each)).toEqual([[1, 'succeeded']]);
  });

  it('writes the successes of a page that is answered at once in one commit', async () => {
    const { id } = await newEndpoint();
    const ids = await add(id, 150);
    const commits: number[] = [];
    const succeed = firstAttempts.succeed.bind(firstAttempts);
    firstAttempts.succeed = (attempts) => {
      commits.push(attempts.length);
      return succeed(attempts);
    };
    // However slow the machine is.
    vi.useFakeTimers({ toFake: ['setInterval'] });
    try {
      await round();
      await bulk.pagesEnd();
    } finally {
      vi.useRealTimers();
    }
    expect(commits).toEqual([150]);
    expect(await statuses(ids)).toEqual(Array(150).fill('succeeded 1'));
  });

  it('reports successes that could not be written when the page has ended, and no failure is left to the process', async () => {
    const { id } = await newEndpoint();
    await add(id, 3);
    let release: () => void = () => undefined;
    const hanging = new Promise<void>((resolve) => (release = resolve));
    sender.wait = ({ headers }) =>
      headers['webhook-id'] === sender.sent[0]!.headers['webhook-id'] ? hanging : Promise.resolve();
    const fault = new Error('UPDATE command denied');
    let refused = 0;
    firstAttempts.succeed = () => {
      refused++;
      return Promise.reject(fault);
    };
    await round();
    await until(() => refused > 0);
    // Node looks for rejections that nobody handles after each turn.
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(problems).toEqual([]);
    release();
    await bulk.pagesEnd();
    expect(problems).toEqual([fault]);
  });

  it('fails webhooks of a removed endpoint', async () => {
    const ids = await add('removed', 3);
    await round();
    await bulk.beforeApplicationShutdown();
    await jobs.queueDue();
    expect(queued.toSorted()).toEqual(ids.toSorted());
    for (const each of queued) await process.execute(each);
    expect(await statuses(ids)).toEqual(Array(3).fill('failed 1'));
    expect(sender.sent).toEqual([]);
  });

  it('another process delivers a page whose process ended, after its lease', async () => {
    const { id } = await newEndpoint();
    const ids = await add(id, 5);
    const page = await firstAttempts.claim(id, 200, clock.time + CLAIM_MS);
    expect(page).toHaveLength(5);
    expect(await firstAttempts.claim(id, 200, clock.time + CLAIM_MS)).toEqual([]);
    await jobs.queueDue();
    expect(queued).toEqual([]);
    clock.time += CLAIM_MS;
    await jobs.queueDue();
    expect(queued.toSorted()).toEqual(ids.toSorted());
    for (const each of queued) await process.execute(each);
    // A result that comes late is not recorded.
    await firstAttempts.succeed(page.map((webhook) => ({ webhook, httpStatus: 200, endedAt: clock.time })));
    expect(await statuses(ids)).toEqual(Array(5).fill('succeeded 2'));
    const both = [
      [1, 'lost'],
      [2, 'succeeded'],
    ];
    for (const each of ids) expect(await outcomes(each)).toEqual(both);
  });
});
