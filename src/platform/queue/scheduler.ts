import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Log } from '../telemetry/log.js';
import { JobRegistry, type PeriodicWork } from './job-registry.js';
import { Leases } from './leases.js';
import { outsideTransaction } from '../database/outside-transaction.js';

/** Delay until a crashed process's periodic work is taken over. */
const LEASE_MS = 15_000;
const PAUSE_AFTER_FAULT_MS = 5_000;

/** Runs periodic work in one process at a time, never overlapping; intervals count from start to start. */
@Injectable()
export class Scheduler {
  private stopping = new AbortController();
  private running: Promise<void>[] = [];

  constructor(
    private readonly registry: JobRegistry,
    private readonly leases: Leases,
    private readonly log: Log,
  ) {}

  start(): void {
    this.stopping = new AbortController();
    setMaxListeners(0, this.stopping.signal);
    this.running = this.registry.periodicWork().map((work) => outsideTransaction(() => this.keepDoing(work)));
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await Promise.all(this.running);
  }

  private async keepDoing(work: PeriodicWork): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      const pauseMs = await this.turn(work).catch((error: unknown) => {
        this.log.problem('cannot keep the time of periodic work', error, { work: work.name });
        return PAUSE_AFTER_FAULT_MS;
      });
      await sleep(Math.min(pauseMs, work.intervalMs), undefined, { signal }).catch(() => undefined);
    }
  }

  /** Returns ms until the next check. */
  private async turn({ name, intervalMs, run }: PeriodicWork): Promise<number> {
    const now = this.leases.now();
    const { isFree, until, doneAt } = await this.leases.read(name);
    const dueAt = isFree ? doneAt + intervalMs : until;
    if (dueAt > now) return dueAt - now;
    if (!(await this.leases.claim(name, LEASE_MS, now - intervalMs + 1))) return Math.min(intervalMs, LEASE_MS);
    const began = this.leases.now();
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
    return Math.max(0, began + intervalMs - this.leases.now());
  }
}
