import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Config } from '../config/config.js';
import { Metrics } from '../telemetry/metrics.js';

/** Above this share of its time spent working, a process has none to spare. */
const BUSY = 0.9;
/** With so many requests under way it is the database or the machine that has none to spare. */
const MANY_REQUESTS = 8;
const MEASURE_MS = 50;
const PAUSE_MS = 1_000;

/**
 * Requests come first: in a process that answers them, each job waits a little before it begins while the process is
 * busy. Jobs alone do not make it busy for long, because they wait then.
 */
@Injectable()
export class JobThrottle {
  private since = performance.eventLoopUtilization();
  private measuredAt = performance.now();
  private isBusy = false;

  constructor(
    private readonly config: Config,
    private readonly metrics: Metrics,
  ) {}

  async wait(): Promise<void> {
    if (this.config.servesApi && (this.metrics.requestsInFlight >= MANY_REQUESTS || this.measure())) await this.pause();
  }

  protected async pause(): Promise<void> {
    await sleep(PAUSE_MS);
  }

  private measure(): boolean {
    if (performance.now() - this.measuredAt >= MEASURE_MS) {
      const now = performance.eventLoopUtilization();
      this.isBusy = performance.eventLoopUtilization(now, this.since).utilization > BUSY;
      this.since = now;
      this.measuredAt = performance.now();
    }
    return this.isBusy;
  }
}
