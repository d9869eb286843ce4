import { setMaxListeners } from 'node:events';
import { Injectable } from '@nestjs/common';
import { Clock, MovableClock } from '../../kernel/clock.js';
import { every, sleep, type Timer } from '../../kernel/timers.js';
import { Log } from '../telemetry/log.js';
import { Config } from '../config/config.js';
import { HeldLease } from './held-lease.js';
import { JobRegistry, type PeriodicWork } from './job-registry.js';
import { Leases } from './leases.js';
import { outsideTransaction } from '../database/outside-transaction.js';

/** Delay until a crashed process's periodic work is taken over. */
const LEASE_MS = 10_000;
const RENEW_MS = 3_000;
/** Periodic work that another process has released is taken over this late. */
const LOOK_MS = 2_000;
/** Of work that is done more often, a restart does not remember when. */
const KEPT_MS = 60_000;
const PAUSE_AFTER_FAULT_MS = 5_000;
/** Between the beginnings of two works, because all at once would open a connection each. */
const SPREAD_MS = 25;

/**
 * Runs all periodic work in one process at a time, each never overlapping itself; intervals count from start to start. A clock that is set forward
 * makes due what lies between.
 */
@Injectable()
export class Scheduler {
  private stopping = new AbortController();
  private pause = new AbortController();
  private endListening = () => {};
  private running: Promise<void>[] = [];
  private readonly lease: HeldLease;
  private renewal: Timer | undefined;
  /** When each was begun last, since this process holds the lease. */
  private begun: Promise<Map<string, number>> | undefined;

  constructor(
    config: Config,
    private readonly registry: JobRegistry,
    private readonly leases: Leases,
    private readonly log: Log,
    private readonly clock: Clock,
  ) {
    this.lease = new HeldLease(config.embedded ? undefined : leases, 'periodic', LEASE_MS);
  }

  start(): void {
    this.stopping = new AbortController();
    this.beginPause();
    if (this.clock instanceof MovableClock) this.endListening = this.clock.onMoved(() => this.endPause());
    // Also while all that is under way takes long.
    this.renewal = every(RENEW_MS, () => {
      if (this.lease.isHeld) this.lease.hold().catch((error: unknown) => this.log.warning('cannot renew a lease', {}, error));
    });
    const now = this.now();
    this.running = this.registry
      .periodicWork()
      .map((work, place) => outsideTransaction(() => this.keepDoing(work, now + place * SPREAD_MS)));
  }

  async stop(): Promise<void> {
    this.endListening();
    this.stopping.abort();
    this.pause.abort();
    await Promise.all(this.running);
    this.renewal?.stop();
    this.begun = undefined;
    await this.lease.release();
  }

  private async keepDoing(work: PeriodicWork, from: number): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      const { signal: due } = this.pause;
      const pauseMs = await this.turn(work, from).catch((error: unknown) => {
        this.log.problem('cannot keep the time of periodic work', error, { work: work.name });
        this.begun = undefined;
        return PAUSE_AFTER_FAULT_MS;
      });
      await sleep(Math.min(pauseMs, work.intervalMs), due);
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
  private async turn({ name, intervalMs, run }: PeriodicWork, from: number): Promise<number> {
    if (!(await this.lease.hold())) {
      this.begun = undefined;
      return LOOK_MS;
    }
    const begun = await (this.begun ??= this.leases.doneAt());
    const now = this.now();
    const dueAt = Math.max(from, (begun.get(name) ?? 0) + intervalMs);
    if (dueAt > now) return dueAt - now;
    begun.set(name, now);
    try {
      await run();
    } catch (error) {
      this.log.problem('periodic work failed', error, { work: name });
    }
    if (intervalMs >= KEPT_MS) await this.leases.markDone(name, now);
    return Math.max(0, now + intervalMs - this.now());
  }
}
