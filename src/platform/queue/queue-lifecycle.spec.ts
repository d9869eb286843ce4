import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Config } from '../config/config.js';
import type { Log } from '../telemetry/log.js';
import { Metrics } from '../telemetry/metrics.js';
import type { ContinuousWork } from './continuous-work.js';
import type { OutboxRelay } from './outbox-relay.js';
import type { OverdueMonitor } from './overdue-monitor.js';
import { Quiescence } from './quiescence.js';
import { QueueLifecycle } from './queue-lifecycle.js';
import type { Scheduler } from './scheduler.js';
import type { SqlJobQueue } from './sql-job-queue.js';

function make(over: Partial<Config> = {}, stopQueue: () => Promise<void> = () => Promise.resolve()) {
  const steps: string[] = [];
  const step = (name: string) => async () => void steps.push(name);
  const queue = {
    start: step('queue starts'),
    stop: async () => {
      await stopQueue();
      steps.push('queue stopped');
    },
    abandonRunning: step('running jobs given back'),
    close: step('queue closed'),
    counts: () => Promise.resolve({ waiting: 5, exhausted: 4 }),
  };
  const relay = { countSetAside: () => Promise.resolve(3) };
  const scheduler = { start: step('scheduler starts'), stop: step('scheduler stopped') };
  const continuousWork = { start: step('continuous work starts'), stop: step('continuous work stopped') };
  const note = (message: string) => void steps.push(message);
  const log = { problem: note, warning: note };
  const metrics = new Metrics();
  const quiescence = new Quiescence();
  const lifecycle = new QueueLifecycle(
    { runsJobs: true, embedded: true, ...over } as Config,
    queue as unknown as SqlJobQueue,
    relay as unknown as OutboxRelay,
    scheduler as unknown as Scheduler,
    { measure: () => Promise.resolve([]) } as unknown as OverdueMonitor,
    continuousWork as unknown as ContinuousWork,
    metrics,
    log as unknown as Log,
    quiescence,
  );
  return { lifecycle, steps, metrics, quiescence };
}

describe('QueueLifecycle', () => {
  afterEach(() => void vi.useRealTimers());

  it('starts and ends the work of a process that runs jobs', async () => {
    const { lifecycle, steps } = make();
    await lifecycle.onApplicationBootstrap();
    expect(steps).toEqual(['queue starts', 'scheduler starts', 'continuous work starts']);
    await lifecycle.beforeApplicationShutdown();
    expect(steps.slice(3).toSorted()).toEqual(['continuous work stopped', 'queue stopped', 'scheduler stopped']);
    await lifecycle.onApplicationShutdown();
    expect(steps.at(-1)).toBe('queue closed');
  });

  it('shows what waits for whom', async () => {
    vi.useFakeTimers();
    const { lifecycle, metrics } = make();
    await lifecycle.onApplicationBootstrap();
    await vi.advanceTimersByTimeAsync(15_000);
    const shown = await metrics.registry.metrics();
    expect(shown).toContain('harmattan_jobs_waiting 5\n');
    expect(shown).toContain('harmattan_jobs_exhausted 4\n');
    expect(shown).toContain('harmattan_events_set_aside 3\n');
    await lifecycle.beforeApplicationShutdown();
  });

  it('starts nothing in a process that does not', async () => {
    const { lifecycle, steps } = make({ runsJobs: false });
    await lifecycle.onApplicationBootstrap();
    await lifecycle.beforeApplicationShutdown();
    await lifecycle.onApplicationShutdown();
    expect(steps).toEqual(['queue closed']);
  });

  it('warns where processes could share a database without knowing of each other', async () => {
    const warnings = async (over: Partial<Config>) => {
      const { lifecycle, steps } = make(over);
      await lifecycle.onApplicationBootstrap();
      return steps.filter((step) => step.includes('REDIS_URL'));
    };
    expect(await warnings({ embedded: false })).toHaveLength(1);
    expect(await warnings({ embedded: false, redisUrl: 'redis://localhost' })).toEqual([]);
    expect(await warnings({ embedded: true })).toEqual([]);
  });

  it('waits ten seconds for jobs and not longer', async () => {
    vi.useFakeTimers();
    const { lifecycle, steps } = make({}, () => new Promise(() => undefined));
    await lifecycle.onApplicationBootstrap();
    const stopped = lifecycle.beforeApplicationShutdown();
    await vi.advanceTimersByTimeAsync(9_900);
    expect(steps).not.toContain('jobs are left unfinished');
    await vi.advanceTimersByTimeAsync(200);
    await stopped;
    expect(steps.slice(-2)).toEqual(['jobs are left unfinished', 'running jobs given back']);
  });

  it('waits for the work of answered requests, and not longer than three seconds, where jobs run elsewhere, too', async () => {
    vi.useFakeTimers();
    const { lifecycle, quiescence } = make({ runsJobs: false });
    await lifecycle.onApplicationBootstrap();
    const stops: string[] = [];
    const stop = (name: string) => void lifecycle.beforeApplicationShutdown().then(() => stops.push(name));
    const end = quiescence.begin();
    stop('first');
    await vi.advanceTimersByTimeAsync(2_900);
    expect(stops).toEqual([]);
    end();
    await vi.advanceTimersByTimeAsync(10);
    expect(stops).toEqual(['first']);
    quiescence.begin();
    stop('second');
    await vi.advanceTimersByTimeAsync(2_900);
    expect(stops).toEqual(['first']);
    await vi.advanceTimersByTimeAsync(200);
    expect(stops).toEqual(['first', 'second']);
  });
});
