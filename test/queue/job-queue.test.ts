import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sleep, wallMs } from '../../src/kernel/timers.js';
import { Job, type JobRequest } from '../../src/platform/queue/job-queue.js';
import { CLAIM_MS } from '../../src/platform/queue/job-table.js';
import * as machine from '../support/until.js';
import { VirtualTime } from '../support/virtual-time.js';
import { QUEUE_KINDS, type QueueKind, type QueueNode, QueueFixture } from './support.js';

/** Jobs whose handlers the test replaces. */
class TestJobs {
  constructor(private readonly handle: (name: string, key: string) => Promise<void>) {}

  @Job('plain')
  plain({ id }: { id: string }): Promise<void> {
    return this.handle('plain', id);
  }

  @Job('other')
  other({ id }: { id: string }): Promise<void> {
    return this.handle('other', id);
  }

  @Job('double', { concurrency: 2 })
  double({ id }: { id: string }): Promise<void> {
    return this.handle('double', id);
  }

  @Job('patient', { attempts: 4, backoffMs: [100, 200] })
  patient({ id }: { id: string }): Promise<void> {
    return this.handle('patient', id);
  }

  @Job('brittle', { attempts: 2, backoffMs: [10] })
  brittle({ id }: { id: string }): Promise<void> {
    return this.handle('brittle', id);
  }
}

const job = (name: string, key: string, delayMs?: number): JobRequest => ({ name, key, data: { id: key }, delayMs });
const never = new Promise<void>(() => undefined);

describe.each(QUEUE_KINDS)('JobQueue $title', (kind: QueueKind) => {
  /** A Redis answers in the machine's time. */
  const timed = kind.onRedis ? [] : [kind];
  let time: VirtualTime | undefined;
  let fixture: QueueFixture;
  /** Started last. */
  let node: QueueNode;
  /** When each handler was called, by `name:key`. */
  let calls: { job: string; at: number }[] = [];
  let handler: (name: string, key: string) => Promise<void> = () => Promise.resolve();

  const until = (condition: () => boolean | Promise<boolean>) => (time ?? machine).until(condition);
  const over = <T>(work: Promise<T>) => time?.over(work) ?? work;
  const timesOf = (name: string) => calls.filter((call) => call.job === name).map(({ at }) => at);
  const startNode = async (handle: typeof handler = (name, key) => handler(name, key)) => {
    const record = (name: string, key: string) => {
      calls.push({ job: `${name}:${key}`, at: wallMs() });
      return handle(name, key);
    };
    node = await fixture.node(new TestJobs(record));
    await node.queue.start();
    return node.queue;
  };

  beforeAll(async () => {
    fixture = await QueueFixture.make(kind);
  });
  beforeEach(() => {
    if (!kind.onRedis) time = new VirtualTime(fixture.place.database);
  });
  afterEach(async () => {
    await over(fixture.stopAll());
    time?.end();
    if (kind.onRedis) await fixture.forgetInRedis();
    await fixture.place.database.rowsOnce('DELETE FROM job');
    calls = [];
    handler = () => Promise.resolve();
  });
  afterAll(() => fixture.close());

  it('runs each job once and deletes it', async () => {
    const queue = await startNode();
    await queue.add(job('plain', 'a'), job('plain', 'b'), job('other', 'a'));
    await until(() => calls.length > 2);
    await fixture.quiescence.quiet();
    expect(calls.map((call) => call.job).toSorted()).toEqual(['other:a', 'plain:a', 'plain:b']);
    expect(await queue.counts()).toEqual({ waiting: 0, exhausted: 0 });
  });

  it('runs a job that is added while it is idle', async () => {
    const queue = await startNode();
    await queue.add(job('plain', 'first'));
    await until(() => calls.length === 1);
    await queue.add(job('plain', 'second'));
    await until(() => calls.length === 2);
    expect(calls.map((call) => call.job)).toEqual(['plain:first', 'plain:second']);
  });

  it.each(timed)('retries a failed job after its delays', async () => {
    let failures = 3;
    handler = () => (failures-- > 0 ? Promise.reject(new Error('not yet')) : Promise.resolve());
    const queue = await startNode();
    await queue.add(job('patient', 'a'));
    await until(async () => (await queue.counts()).waiting === 0);
    const times = timesOf('patient:a');
    expect(times).toHaveLength(4);
    const gaps = times.slice(1).map((at, index) => at - times[index]!);
    expect(gaps).toEqual([100, 200, 200]);
    expect((await queue.counts()).exhausted).toBe(0);
  });

  it.each(timed)('runs a delayed job at its time', async () => {
    const queue = await startNode();
    const added = wallMs();
    await queue.add(job('plain', 'later', 300), job('plain', 'now'));
    await until(() => calls.length === 2);
    expect(calls.map((call) => call.job)).toEqual(['plain:now', 'plain:later']);
    expect(timesOf('plain:later')).toEqual([added + 300]);
  });

  it('limits concurrent jobs by name, independent of other names', async () => {
    let running = 0;
    let most = 0;
    handler = async (name) => {
      if (name === 'other') return;
      most = Math.max(most, ++running);
      await sleep(50);
      running--;
    };
    const queue = await startNode();
    await queue.add(...Array.from({ length: 20 }, (_, index) => job('double', String(index))));
    await until(() => running > 0);
    await queue.add(job('other', 'quick'));
    await until(() => timesOf('other:quick').length === 1);
    expect(calls.length).toBeLessThan(21);
    await until(async () => (await queue.counts()).waiting === 0);
    expect(calls).toHaveLength(21);
    expect(most).toBe(2);
  });

  it('keeps and lists a job that used up its attempts, and does not run it again', async () => {
    handler = () => Promise.reject(new Error("Duplicate entry 'ada@example.com'"));
    const queue = await startNode();
    await queue.add(job('brittle', 'a'));
    await until(async () => (await queue.counts()).exhausted === 1);
    const [exhausted] = await queue.exhausted(10);
    const error = "Duplicate entry '…'";
    const failedAt = expect.any(Number) as number;
    expect(exhausted).toEqual({ name: 'brittle', key: 'a', data: { id: 'a' }, attempts: 2, error, failedAt });
    expect(exhausted!.failedAt).toBeGreaterThanOrEqual(timesOf('brittle:a').at(-1)!);
    expect(exhausted!.failedAt).toBeLessThanOrEqual(wallMs());
    await queue.add(job('brittle', 'a'));
    await over(sleep(100));
    expect(timesOf('brittle:a')).toHaveLength(2);
    expect(await queue.counts()).toEqual({ waiting: 0, exhausted: 1 });
  });

  it('shows exhausted jobs newest first, as many as asked for', async () => {
    handler = () => Promise.reject(new Error('no'));
    const queue = await startNode();
    for (const [index, key] of ['a', 'b', 'c'].entries()) {
      await queue.add(job('brittle', key));
      await until(async () => (await queue.counts()).exhausted === index + 1);
    }
    expect((await queue.exhausted(2)).map(({ key }) => key)).toEqual(['c', 'b']);
  });

  it('gives a retried job all its attempts', async () => {
    handler = () => Promise.reject(new Error('no'));
    const queue = await startNode();
    await queue.add(job('brittle', 'a'));
    await until(async () => (await queue.counts()).exhausted === 1);
    let failures = 1;
    handler = () => (failures-- > 0 ? Promise.reject(new Error('once more')) : Promise.resolve());
    expect(await queue.retry('brittle', 'a')).toBe(true);
    await until(async () => (await queue.counts()).waiting === 0);
    expect(timesOf('brittle:a')).toHaveLength(4);
    expect(await queue.counts()).toEqual({ waiting: 0, exhausted: 0 });
    expect(await queue.retry('brittle', 'a')).toBe(false);
    expect(await queue.retry('brittle', 'unknown')).toBe(false);
    expect(await queue.retry('unheard', 'a')).toBe(false);
  });

  it('has one job of a name and key at a time, and takes it again when it is done', async () => {
    let release: () => void = () => undefined;
    handler = () => new Promise((resolve) => (release = resolve));
    const queue = await startNode();
    await queue.add(job('plain', 'a'), job('plain', 'a'));
    await until(() => calls.length === 1);
    await queue.add(job('plain', 'a'));
    expect((await queue.counts()).waiting).toBe(1);
    release();
    await until(async () => (await queue.counts()).waiting === 0);
    expect(calls).toHaveLength(1);
    handler = () => Promise.resolve();
    await queue.add(job('plain', 'a'));
    await until(() => calls.length === 2);
  });

  it('refuses a job without a handler and an invalid key', async () => {
    const queue = await startNode();
    await expect(queue.add(job('unheard', 'a'))).rejects.toThrow('no handler for job unheard');
    await expect(queue.add(job('plain', ''))).rejects.toThrow('empty or too long');
    await expect(queue.add(job('plain', 'k'.repeat(192)))).rejects.toThrow('empty or too long');
    await queue.add(job('plain', 'k'.repeat(191)));
    await until(() => calls.length === 1);
  });

  it('adds a job in the unit of work, which commits or rolls back with it', async () => {
    const { database } = fixture.place;
    const queue = await startNode();
    await database.transaction(async () => {
      await queue.add(job('plain', 'committed'));
      await over(sleep(100));
      expect(calls).toEqual([]);
    });
    await until(() => calls.length === 1);
    const failed = database.transaction(async () => {
      await queue.add(job('plain', 'rolled-back'));
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    await over(sleep(100));
    expect(calls.map((call) => call.job)).toEqual(['plain:committed']);
  });

  it('on stop finishes running jobs, starts none, and leaves the rest to the next process', async () => {
    let finished = 0;
    handler = async () => {
      await sleep(300);
      finished++;
    };
    const queue = await startNode();
    await queue.add(job('plain', 'a'));
    await until(() => calls.length === 1);
    await queue.add(job('plain', 'b'));
    await over(fixture.stop(node));
    expect(finished).toBe(1);
    expect(calls).toHaveLength(1);
    await startNode();
    await until(() => finished === 2);
    expect(timesOf('plain:b')).toHaveLength(1);
  });

  it('can be stopped at once after its start', async () => {
    await startNode();
    await fixture.stop(node);
    await over(sleep(100));
    const queue = await startNode();
    await queue.add(job('plain', 'a'));
    await until(() => calls.length === 1);
    expect(timesOf('plain:a')).toHaveLength(1);
  });

  it('keeps waiting, delayed, failed and exhausted jobs over a restart', async () => {
    const idle = await fixture.node(new TestJobs(() => Promise.resolve()));
    await idle.queue.add(job('plain', 'waiting'), job('other', 'delayed', 200));
    expect(await idle.queue.backlog('plain', 10)).toBe(1);
    await fixture.stop(idle);
    handler = (name) => (name === 'brittle' ? Promise.reject(new Error('no')) : Promise.resolve());
    const queue = await startNode();
    await queue.add(job('brittle', 'bad'));
    await until(async () => timesOf('other:delayed').length === 1 && (await queue.counts()).exhausted === 1);
    expect(timesOf('plain:waiting')).toHaveLength(1);
    await fixture.stop(node);
    expect((await (await startNode()).exhausted(10)).map(({ key }) => key)).toEqual(['bad']);
  });

  it.each(timed)('runs a job of a killed process again at its next start', async () => {
    const crashed = await startNode(() => never);
    await crashed.add(job('plain', 'a'));
    await until(() => calls.length === 1);
    await fixture.kill(node);
    const restartedAt = wallMs();
    await startNode();
    await until(() => calls.length === 2);
    expect(timesOf('plain:a')[1]).toBe(restartedAt);
  });

  it.each(timed)('runs a job of a killed process again when its claim has run out, where other processes may live', async () => {
    const crashed = await startNode(() => never);
    await crashed.add(job('plain', 'a'));
    await until(() => calls.length === 1);
    await fixture.kill(node);
    const { queue } = await fixture.node(new TestJobs(async () => void calls.push({ job: 'again', at: wallMs() })));
    Object.assign(queue, { config: Object.assign(Object.create(fixture.config) as object, { redisUrl: 'redis://of-all' }) });
    await queue.start();
    await until(() => calls.length === 2);
    expect(timesOf('again')).toEqual([timesOf('plain:a')[0]! + CLAIM_MS]);
  });
});
