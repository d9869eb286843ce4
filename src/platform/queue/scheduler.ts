import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Clock, MovableClock } from '../../kernel/clock.js';
import { Log } from '../telemetry/log.js';
import { JobRegistry, type PeriodicWork } from './job-registry.js';
import { Leases } from './leases.js';
import { outsideTransaction } from '../database/outside-transaction.js';

/** Delay until a crashed process's periodic work is taken over. */
const LEASE_MS = 15_000;
const PAUSE_AFTER_FAULT_MS = 5_000;

/**
 * Runs periodic work in one process at a time, never overlapping; intervals count from start to start. A clock that is set forward
 * makes due what lies between.
 */
@Injectable()
export class Scheduler {
  private stopping = new AbortController();
  private pause = new AbortController();
  private endListening = () => {};
  private running: Promise<void>[] = [];

  constructor(
    private readonly registry: JobRegistry,
    private readonly leases: Leases,
    private readonly log: Log,
    private readonly clock: Clock,
  ) {}

  start(): void {
    this.stopping = new AbortController();
    this.beginPause();
    if (this.clock instanceof MovableClock) this.endListening = this.clock.onMoved(() => this.endPause());
    this.running = this.registry.periodicWork().map((work) => outsideTransaction(() => this.keepDoing(work)));
  }

  async stop(): Promise<void> {
    this.endListening();
    this.stopping.abort();
    this.pause.abort();
    await Promise.all(this.running);
  }

  private async keepDoing(work: PeriodicWork): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      const { signal: due } = this.pause;
      const pauseMs = await this.turn(work).catch((error: unknown) => {
        this.log.problem('cannot keep the time of periodic work', error, { work: work.name });
        return PAUSE_AFTER_FAULT_MS;
      });
      await sleep(Math.min(pauseMs, work.intervalMs), undefined, { signal: due }).catch(() => undefined);
    }
  }

  private beginPause(): void {
    this.pause = new AbortController();
    setMaxListeners(0, this.pause.signal);
  }

  private endPause(): void {
    const { pause } = this;
    this.beginPause();
    pause.abort();
  }

  /** Leases last by the database's clock, intervals by that of the service. */
  private now(): number {
    return this.leases.now() + (this.clock instanceof MovableClock ? this.clock.aheadMs : 0);
  }

  /** Returns ms until the next check. */
  private async turn({ name, intervalMs, run }: PeriodicWork): Promise<number> {
    const { isFree, until, doneAt } = await this.leases.read(name);
    if (!isFree) return Math.max(0, until - this.leases.now());
    const now = this.now();
    if (doneAt + intervalMs > now) return doneAt + intervalMs - now;
    if (!(await this.leases.claim(name, LEASE_MS, now - intervalMs + 1))) return Math.min(intervalMs, LEASE_MS);
    const began = this.now();
    const renewal = setInterval(
      () =>
        void this.leases
          .renew(name, LEASE_MS)
          .catch((error: unknown) => this.log.warning('cannot renew a lease', { work: name }, error)),
      LEASE_MS / 3,
    );
    try {
      await run();
    } catch (error) {
      this.log.problem('periodic work failed', error, { work: name });
    } finally {
      clearInterval(renewal);
    }
    await this.leases.release(name, began);
    return Math.max(0, began + intervalMs - this.now());
  }
}
