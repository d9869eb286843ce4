import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HOUR_MS, MovableClock, SystemClock } from '../../src/kernel/clock.js';
import { sleep, wallMs } from '../../src/kernel/timers.js';
import { Every } from '../../src/platform/queue/job-queue.js';
import { LeaseRow } from '../../src/platform/queue/lease.row.js';
import { Scheduler } from '../../src/platform/queue/scheduler.js';
import { Log } from '../../src/platform/telemetry/log.js';
import { VirtualTime } from '../support/virtual-time.js';
import { QUEUE_KINDS, QueueFixture } from './support.js';
import { TelemetryEnvironment } from '../../src/platform/telemetry/telemetry.settings.js';

const INTERVAL_MS = 100;

class TestWork {
  constructor(private readonly work: () => Promise<void>) {}

  @Every(INTERVAL_MS, 'test-sweep')
  sweep(): Promise<void> {
    return this.work();
  }
}

describe.each(QUEUE_KINDS.filter(({ title }) => title !== 'in process on MySQL'))(
  'periodic work, with the queue $title',
  (kind) => {
    /** Several processes need Redis. */
    const shared = kind.onRedis ? [kind] : [];
    let time: VirtualTime;
    let fixture: QueueFixture;
    let schedulers: Scheduler[] = [];
    let clock: MovableClock;
    let times: number[] = [];
    let running = 0;
    let most = 0;

    beforeEach(async () => {
      fixture = await QueueFixture.make(kind);
      time = new VirtualTime(fixture.place.database);
      clock = new MovableClock(new SystemClock());
      times = [];
      running = most = 0;
    });
    afterEach(async () => {
      await time.over(Promise.all(schedulers.map((scheduler) => scheduler.stop())));
      schedulers = [];
      time.end();
      await fixture.close();
    });

    async function start(work: () => Promise<void> = () => Promise.resolve()): Promise<Scheduler> {
      const counted = async () => {
        times.push(wallMs());
        most = Math.max(most, ++running);
        await work().finally(() => running--);
      };
      const { registry, leases } = await fixture.node(new TestWork(counted));
      const scheduler = new Scheduler(fixture.config, registry, leases, new Log(fixture.config.of(TelemetryEnvironment)), clock);
      schedulers.push(scheduler);
      scheduler.start();
      return scheduler;
    }
    /** What an earlier process left behind. */
    const leave = (lease: { until: number; doneAt: number }, name = 'test-sweep') =>
      fixture.place.database.repository(LeaseRow).insert({ name, holder: 'the dead', ...lease });
    const gaps = () => times.slice(1).map((time, index) => time - times[index]!);

    it('runs at its interval', async () => {
      await start();
      await time.advance(4 * INTERVAL_MS);
      expect(gaps()).toEqual(Array.from({ length: 4 }, () => INTERVAL_MS));
    });

    it.each(shared)('runs in one process at a time', async () => {
      const work = () => sleep(20);
      await start(work);
      await start(work);
      await start(work);
      await time.advance(5 * INTERVAL_MS);
      expect(most).toBe(1);
      expect(gaps()).toEqual(Array.from({ length: 5 }, () => INTERVAL_MS));
    });

    it('does not overlap itself when it takes longer than its interval', async () => {
      await start(() => sleep(250));
      await time.advance(600);
      expect(most).toBe(1);
      expect(gaps()).toEqual([250, 250]);
    });

    it('continues after a failure', async () => {
      await start(() => Promise.reject(new Error('no')));
      await time.advance(2 * INTERVAL_MS);
      expect(times).toHaveLength(3);
      expect(most).toBe(1);
    });

    it('finishes running work on stop, and starts none', async () => {
      let finished = 0;
      const scheduler = await start(async () => {
        await sleep(150);
        finished++;
      });
      await time.until(() => times.length === 1);
      await time.over(scheduler.stop());
      expect(finished).toBe(1);
      await time.advance(2 * INTERVAL_MS);
      expect(times).toHaveLength(1);
    });

    it.each(shared)('is taken over after its process crashed', async () => {
      const free = wallMs() + 400;
      await leave({ until: free, doneAt: 0 }, 'periodic');
      await start();
      await time.until(() => times.length === 1);
      expect(times[0]).toBeGreaterThanOrEqual(free);
    });

    it('is due when the clock was set forward, once', async () => {
      await leave({ until: 0, doneAt: wallMs() + HOUR_MS });
      await start();
      await time.advance(2 * INTERVAL_MS);
      expect(times).toEqual([]);
      clock.aheadMs = HOUR_MS + INTERVAL_MS;
      await time.advance(INTERVAL_MS);
      expect(gaps()).toEqual([INTERVAL_MS]);
    });

    it('keeps its interval over a restart', async () => {
      const due = wallMs() + 400;
      await leave({ until: 0, doneAt: due - INTERVAL_MS });
      await start();
      await time.until(() => times.length === 1);
      expect(times).toEqual([due]);
    });
  },
);

/** Several works that are done often. */
class ManyWorks {
  readonly runs = { first: 0, second: 0, third: 0 };

  @Every(10, 'first')
  first(): Promise<void> {
    return this.count('first');
  }

  @Every(10, 'second')
  second(): Promise<void> {
    return this.count('second');
  }

  @Every(10, 'third')
  third(): Promise<void> {
    return this.count('third');
  }

  private count(name: 'first' | 'second' | 'third'): Promise<void> {
    this.runs[name]++;
    return Promise.resolve();
  }
}

describe('periodic work at rest', () => {
  it('asks the database for one lease, however many works there are and however often they are done', async () => {
    const fixture = await QueueFixture.make(QUEUE_KINDS.find(({ onRedis }) => onRedis)!);
    const time = new VirtualTime(fixture.place.database);
    const works = new ManyWorks();
    const { registry, leases } = await fixture.node(works);
    let statements = 0;
    for (const name of ['read', 'claim', 'doneAt', 'markDone'] as const) {
      const own = leases[name].bind(leases) as (...given: unknown[]) => unknown;
      Object.assign(leases, { [name]: (...given: unknown[]) => (statements++, own(...given)) });
    }
    const log = new Log(fixture.config.of(TelemetryEnvironment));
    const scheduler = new Scheduler(fixture.config, registry, leases, log, new SystemClock());
    scheduler.start();
    await time.advance(600);
    await scheduler.stop();
    time.end();
    expect(Math.min(...Object.values(works.runs))).toBeGreaterThanOrEqual(50);
    // The lease is read and taken, and when works were done last is read; renewals come after seconds.
    expect(statements).toBeLessThan(15);
    await fixture.close();
  });
});
