import {
  type BeforeApplicationShutdown,
  Injectable,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { every, limit, resolvedWithin, type Timer } from '../../kernel/timers.js';
import { Config } from '../config/config.js';
import { Log } from '../telemetry/log.js';
import { Metrics } from '../telemetry/metrics.js';
import { ContinuousWork } from './continuous-work.js';
import type { JobCounts } from './job-queue.js';
import { OutboxRelay } from './outbox-relay.js';
import { OverdueMonitor } from './overdue-monitor.js';
import { Quiescence } from './quiescence.js';
import { Scheduler } from './scheduler.js';
import { SqlJobQueue } from './sql-job-queue.js';

/** Jobs still running after this time are repeated by another process. */
const STOP_MS = 10_000;
/** Sweeps find work of requests that is cut off. */
const BACKGROUND_MS = 3_000;
const COUNT_EVERY_MS = 15_000;

/** Starts background work once the application is up, and stops it in order. */
@Injectable()
export class QueueLifecycle implements OnApplicationBootstrap, BeforeApplicationShutdown, OnApplicationShutdown {
  private isStarted = false;
  private counting: Timer | undefined;
  private counts: JobCounts = { waiting: 0, exhausted: 0 };
  private eventsSetAside = 0;

  constructor(
    private readonly config: Config,
    private readonly queue: SqlJobQueue,
    private readonly relay: OutboxRelay,
    private readonly scheduler: Scheduler,
    private readonly overdue: OverdueMonitor,
    private readonly continuousWork: ContinuousWork,
    private readonly metrics: Metrics,
    private readonly log: Log,
    private readonly quiescence: Quiescence,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    if (!this.config.runsJobs) return;
    this.isStarted = true;
    if (this.isNotShared) this.log.warning('without REDIS_URL only one process may work on the database of DATABASE_URL');
    await this.queue.start();
    this.scheduler.start();
    this.continuousWork.start();
    this.metrics.gauge(
      'harmattan_jobs_waiting',
      'Jobs waiting, delayed or running; up to 10000 of each name are counted',
      () => this.counts.waiting,
    );
    this.metrics.gauge(
      'harmattan_jobs_exhausted',
      'Jobs that used up their attempts; up to 10000 of each name are counted',
      () => this.counts.exhausted,
    );
    this.metrics.gauge('harmattan_events_set_aside', 'Events that no handler knew', () => this.eventsSetAside);
    this.counting = every(COUNT_EVERY_MS, () => void this.count());
  }

  /** Requests are still answered during the stop, and may add jobs. */
  async beforeApplicationShutdown(): Promise<void> {
    this.counting?.stop();
    if (this.isStarted) await this.stop();
    await resolvedWithin(BACKGROUND_MS, this.quiescence.quiet());
  }

  private async stop(): Promise<void> {
    const work = Promise.all([this.scheduler.stop(), this.continuousWork.stop(), this.queue.stop()]);
    try {
      await limit(work, STOP_MS, () => new Error('jobs still run'));
    } catch (error) {
      this.log.problem('jobs are left unfinished', error);
      await this.queue.abandonRunning().catch((fault: unknown) => this.log.warning('cannot give running jobs back', {}, fault));
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.queue.close();
  }

  /** Several processes could use this database without notifying each other. */
  private get isNotShared(): boolean {
    return !this.config.embedded && !this.config.redisUrl;
  }

  private async count(): Promise<void> {
    try {
      this.eventsSetAside = await this.relay.countSetAside();
      this.counts = await this.queue.counts();
      await this.overdue.measure();
    } catch (error) {
      this.log.warning('cannot count jobs', {}, error);
    }
  }
}
