import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import pTimeout from 'p-timeout';
import { Log } from '../../../platform/telemetry/log.js';
import { BackgroundWork } from '../application/background-work.js';

/** The sweep finds work that was cut off. */
const SHUTDOWN_WAIT_MS = 3_000;

@Injectable()
export class TrackedBackgroundWork extends BackgroundWork implements BeforeApplicationShutdown {
  private readonly running = new Set<Promise<unknown>>();

  constructor(private readonly log: Log) {
    super();
  }

  keep<T>(what: string, work: Promise<T>): Promise<T> {
    const tracked: Promise<unknown> = work
      .catch((error: unknown) => this.log.problem(`${what} failed in the background`, error))
      .finally(() => this.running.delete(tracked));
    this.running.add(tracked);
    return work;
  }

  async beforeApplicationShutdown(): Promise<void> {
    await pTimeout(Promise.all(this.running), { milliseconds: SHUTDOWN_WAIT_MS, fallback: () => undefined });
  }
}
