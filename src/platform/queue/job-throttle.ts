import { Injectable } from '@nestjs/common';
import { after, steadyMs, type Timer, turn } from '../../kernel/timers.js';
import { Metrics } from '../telemetry/metrics.js';

/** Concurrent jobs while requests are in flight. */
export const JOBS_BESIDE_REQUESTS = 4;
/** A longer job mostly waits for I/O and is no longer counted. */
const SLOT_MS = 50;
/** Upper bound between two turns of the event loop. */
const LOOP_MS = 10;
/** While jobs wait, the process is measured this often. */
const MEASURE_MS = 2;
/** Below this, the jobs under way wait for I/O and the requests leave time. */
const BUSY = 0.8;

/** Limits jobs while requests keep the process busy: a few at once, each after a turn of the event loop. */
@Injectable()
export class JobThrottle {
  private readonly waiting: (() => void)[] = [];
  private slotsTaken = 0;
  private loopEnteredAt = 0;
  private measuring: Timer | undefined;

  constructor(private readonly metrics: Metrics) {}

  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.hasNoRequests) {
      if (steadyMs() - this.loopEnteredAt > LOOP_MS) await this.enterLoop();
      return work();
    }
    if (this.slotsTaken >= JOBS_BESIDE_REQUESTS) {
      await new Promise<void>((resolve) => {
        this.waiting.push(resolve);
        this.measure();
      });
    }
    const release = this.takeSlot();
    try {
      await this.enterLoop();
      return await work();
    } finally {
      release();
    }
  }

  get hasNoRequests(): boolean {
    return this.metrics.requestsInFlight === 0;
  }

  /** The slot is released automatically after SLOT_MS. */
  private takeSlot(): () => void {
    this.slotsTaken++;
    let isTaken = true;
    const release = () => {
      if (!isTaken) return;
      isTaken = false;
      timer.stop();
      this.slotsTaken--;
      this.admit(1);
    };
    const timer = after(SLOT_MS, release);
    return release;
  }

  private admit(jobs: number): void {
    for (const resolve of this.waiting.splice(0, this.hasNoRequests ? this.waiting.length : jobs)) resolve();
  }

  /** Requests may be in flight that only wait, for a provider or for their client. */
  private measure(): void {
    if (this.measuring || this.waiting.length === 0) return;
    const before = performance.eventLoopUtilization();
    this.measuring = after(MEASURE_MS, () => {
      this.measuring = undefined;
      if (performance.eventLoopUtilization(before).utilization < BUSY) this.admit(JOBS_BESIDE_REQUESTS);
      this.measure();
    });
  }

  private async enterLoop(): Promise<void> {
    await turn();
    this.loopEnteredAt = steadyMs();
  }
}
