import { performance } from 'node:perf_hooks';
import { Injectable } from '@nestjs/common';
import { Metrics } from '../telemetry/metrics.js';

/** Concurrent jobs while requests are in flight. */
export const JOBS_BESIDE_REQUESTS = 4;
/** A longer job mostly waits for I/O and is no longer counted. */
const SLOT_MS = 50;
/** Upper bound between two turns of the event loop. */
const LOOP_MS = 10;

/** Limits jobs while requests are in flight: a few at once, each after a turn of the event loop. */
@Injectable()
export class JobThrottle {
  private readonly waiting: (() => void)[] = [];
  private slotsTaken = 0;
  private loopEnteredAt = 0;

  constructor(private readonly metrics: Metrics) {}

  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.isIdle) {
      if (performance.now() - this.loopEnteredAt > LOOP_MS) await this.enterLoop();
      return work();
    }
    if (this.slotsTaken >= JOBS_BESIDE_REQUESTS) await new Promise<void>((resolve) => this.waiting.push(resolve));
    const release = this.takeSlot();
    try {
      await this.enterLoop();
      return await work();
    } finally {
      release();
    }
  }

  private get isIdle(): boolean {
    return this.metrics.requestsInFlight === 0;
  }

  /** The slot is released automatically after SLOT_MS. */
  private takeSlot(): () => void {
    this.slotsTaken++;
    let isTaken = true;
    const release = () => {
      if (!isTaken) return;
      isTaken = false;
      clearTimeout(timer);
      this.slotsTaken--;
      const admitted = this.isIdle ? this.waiting.length : 1;
      for (const resolve of this.waiting.splice(0, admitted)) resolve();
    };
    const timer = setTimeout(release, SLOT_MS);
    return release;
  }

  private async enterLoop(): Promise<void> {
    await new Promise<void>((resolve) => setImmediate(resolve));
    this.loopEnteredAt = performance.now();
  }
}
