import BullQueue from 'bull';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BullConnections } from '../../src/platform/queue/bull-connections.js';
import { bullPrefix } from '../../src/platform/queue/bull-queue.module.js';
import { Job } from '../../src/platform/queue/job-queue.js';
import { openRedis, type RedisClient } from '../../src/platform/redis/redis.js';
import { until } from '../support/until.js';
import { QUEUE_KINDS, QueueFixture } from './support.js';
import { RedisEnvironment } from '../../src/platform/redis/redis.settings.js';

class TestJobs {
  constructor(private readonly handle: (id: string) => Promise<void>) {}

  @Job('plain', { backoffMs: [60_000] })
  plain({ id }: { id: string }): Promise<void> {
    return this.handle(id);
  }
}

const job = { name: 'plain', key: 'a', data: { id: 'a' } };

describe.each(QUEUE_KINDS)('a job whose process was frozen, with the queue $title', (kind) => {
  let fixture: QueueFixture;

  beforeEach(async () => {
    fixture = await QueueFixture.make(kind);
  });
  afterEach(() => fixture.close());

  /** What the claims of a frozen process become: they lapse, and it still believes in them. */
  const letClaimsLapse = () => fixture.place.database.rowsOnce("UPDATE job SET run_at = 1 WHERE claimed_by <> ''");

  for (const end of ['finishes', 'fails'] as const)
    it(`can be added again when the frozen process ${end} late`, async () => {
      let wake: () => void = () => undefined;
      const frozen = await fixture.node(
        new TestJobs(
          () =>
            new Promise((resolve, reject) => {
              wake = () => (end === 'finishes' ? resolve() : reject(new Error('woke up late')));
            }),
        ),
      );
      await frozen.queue.start();
      await frozen.queue.add(job);
      await until(async () => (await fixture.claimed()) === 1);
      await fixture.kill(frozen);
      await letClaimsLapse();

      let ran = 0;
      const other = await fixture.node(new TestJobs(async () => void ran++));
      await other.queue.start();
      await until(() => ran === 1);
      await until(async () => (await fixture.count('job')) === 0);
      await other.queue.add({ ...job, delayMs: 200 });
      wake();
      await until(() => ran === 2);
      await until(async () => (await fixture.count('job')) === 0);
      expect(await other.queue.counts()).toEqual({ waiting: 0, exhausted: 0 });
    });
});

describe('nameless Bull hashes, which remain when a worker lost its lock', () => {
  const kind = QUEUE_KINDS.find(({ onRedis }) => onRedis)!;
  let fixture: QueueFixture;
  let redis: RedisClient;

  beforeEach(async () => {
    fixture = await QueueFixture.make(kind);
    redis = openRedis(fixture.config.redisUrl!, {});
  });
  afterEach(async () => {
    redis.disconnect();
    await fixture.close();
  });

  it('make Bull ignore a job of their id', async () => {
    const prefix = bullPrefix(fixture.config.of(RedisEnvironment).REDIS_PREFIX);
    const connections = new BullConnections(fixture.config.redisUrl!);
    const queue = new BullQueue('jobs', { prefix, createClient: connections.open });
    await redis.hset(`${prefix}:jobs:plain:a`, 'attemptsMade', '1');
    await queue.add({}, { jobId: 'plain:a' });
    expect((await queue.getJobCounts()).waiting).toBe(0);
    await queue.close();
    connections.close();
  });

  it('do not prevent jobs from running', async () => {
    const prefix = `${bullPrefix(fixture.config.of(RedisEnvironment).REDIS_PREFIX)}:jobs`;
    for (const id of ['plain:a', ...Array.from({ length: 50 }, (_, number) => String(number))])
      await redis.hset(`${prefix}:${id}`, 'attemptsMade', '1');
    const ran: string[] = [];
    const worker = await fixture.node(new TestJobs(async (id) => void ran.push(id)));
    await worker.queue.start();
    const adder = await fixture.node(new TestJobs(() => Promise.resolve()));
    for (const id of ['a', 'b', 'c']) await adder.queue.add({ name: 'plain', key: id, data: { id } });
    await until(() => ran.length === 3);
    expect(ran.toSorted()).toEqual(['a', 'b', 'c']);
  });
});

describe('several processes on one database', () => {
  const JOBS = 3_000;
  let fixture: QueueFixture;

  beforeEach(async () => {
    fixture = await QueueFixture.make(QUEUE_KINDS.find(({ onRedis }) => onRedis)!);
  });
  afterEach(() => fixture.close());

  it('share the jobs and run each once', async () => {
    const ran: string[][] = [[], [], []];
    const nodes = await Promise.all(ran.map((ids) => fixture.node(new TestJobs(async (id) => void ids.push(id)))));
    await Promise.all(nodes.map(({ queue }) => queue.start()));
    const adding = Array.from({ length: JOBS / 100 }, async (_, page) => {
      const ids = Array.from({ length: 100 }, (__, index) => String(page * 100 + index));
      await nodes[page % 3]!.queue.add(...ids.map((id) => ({ name: 'plain', key: id, data: { id } })));
    });
    await Promise.all(adding);
    await until(async () => (await fixture.count('job')) === 0);
    expect(ran.flat()).toHaveLength(JOBS);
    expect(new Set(ran.flat()).size).toBe(JOBS);
    for (const ids of ran) expect(ids.length).toBeGreaterThan(0);
  });
});
