import { describe, expect, it, vi } from 'vitest';
import { until } from '../../../test/support/until.js';
import { Metrics } from '../telemetry/metrics.js';
import { JOBS_BESIDE_REQUESTS, JobThrottle } from './job-throttle.js';

const work = (ms: number) => {
  const end = performance.now() + ms;
  while (performance.now() < end);
};
const loopTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('JobThrottle', () => {
  it('does not delay jobs of a process without requests, however busy jobs made it', async () => {
    const throttle = new JobThrottle(new Metrics());
    work(120);
    // Nobody moves the timers, so a delay would never end.
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    let ran = 0;
    for (let job = 0; job < 2_000; job++) await throttle.run(async () => void ran++);
    vi.useRealTimers();
    expect(ran).toBe(2_000);
  });

  it('lets the event loop turn between jobs', async () => {
    const throttle = new JobThrottle(new Metrics());
    let turns = 0;
    let isOver = false;
    const count = () => {
      turns++;
      if (!isOver) setImmediate(count);
    };
    count();
    for (let job = 0; job < 20; job++) await throttle.run(async () => work(5));
    isOver = true;
    expect(turns).toBeGreaterThan(5);
  });

  it('runs a bounded number of jobs at once while requests are in flight, and all when they are answered', async () => {
    const metrics = new Metrics();
    const throttle = new JobThrottle(metrics);
    metrics.requestBegins();
    let running = 0;
    let most = 0;
    let finished = 0;
    const jobs = Array.from({ length: 40 }, () =>
      throttle.run(async () => {
        most = Math.max(most, ++running);
        work(1);
        await loopTurn();
        running--;
        finished++;
      }),
    );
    await until(() => finished > 10);
    expect(most).toBeLessThanOrEqual(JOBS_BESIDE_REQUESTS);
    metrics.requestEnds('test', 200, 1);
    await Promise.all(jobs);
    expect(finished).toBe(40);
  });

  it('does not let jobs that wait for others hold up the rest while requests are in flight', async () => {
    const metrics = new Metrics();
    const throttle = new JobThrottle(metrics);
    metrics.requestBegins();
    for (let job = 0; job < 2 * JOBS_BESIDE_REQUESTS; job++) void throttle.run(() => new Promise<never>(() => undefined));
    let isRun = false;
    void throttle.run(async () => void (isRun = true));
    await until(() => isRun);
    expect(isRun).toBe(true);
  });

  it('lets any number of jobs wait for I/O beside a request that only waits itself', async () => {
    const metrics = new Metrics();
    const throttle = new JobThrottle(metrics);
    metrics.requestBegins();
    let begun = 0;
    for (let job = 0; job < 400; job++) {
      void throttle.run(() => {
        begun++;
        return new Promise<never>(() => undefined);
      });
    }
    await until(() => begun === 400);
    expect(begun).toBe(400);
  });

  it('lets every request that can go on do so before a job begins', async () => {
    const metrics = new Metrics();
    const throttle = new JobThrottle(metrics);
    metrics.requestBegins();
    const order: string[] = [];
    setImmediate(() => order.push('request'));
    const job = throttle.run(async () => void order.push('job'));
    await job;
    expect(order).toEqual(['request', 'job']);
  });
});
