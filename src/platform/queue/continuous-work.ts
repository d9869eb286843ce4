import { Injectable } from '@nestjs/common';
import { Config } from '../config/config.js';
import { Log } from '../telemetry/log.js';
import { HeldLease } from './held-lease.js';
import { JobThrottle } from './job-throttle.js';
import { Leases } from './leases.js';
import { PollingLoop } from './polling-loop.js';

/** A crashed process's work is taken over this late. */
const LEASE_MS = 5_000;
/** What other processes committed is noticed this late. */
const POLL_MS = 250;

/** Does a part of the work; resolves to true when there is more. Must be safe to run in two processes, because a lease can run out. */
export type Round = () => Promise<boolean>;

/** Work on what is written in tables, row after row: in one process at a time, in those that run jobs. */
@Injectable()
export class ContinuousWork {
  private readonly loops: { readonly loop: PollingLoop; readonly lease: HeldLease }[] = [];

  constructor(
    private readonly config: Config,
    private readonly leases: Leases,
    private readonly throttle: JobThrottle,
    private readonly log: Log,
  ) {}

  /** To be called before the application is up. @returns says that there is work, so that it does not wait to be noticed */
  add(name: string, round: Round): () => void {
    const lease = new HeldLease(this.config.embedded ? undefined : this.leases, name, LEASE_MS);
    const loop = new PollingLoop(name, POLL_MS, async () => (await lease.hold()) && (await this.throttle.run(round)), this.log);
    this.loops.push({ loop, lease });
    return () => loop.notify();
  }

  start(): void {
    for (const { loop } of this.loops) loop.start();
  }

  /** Resolves when the rounds under way have ended. */
  async stop(): Promise<void> {
    await Promise.all(
      this.loops.map(async ({ loop, lease }) => {
        await loop.stop();
        await lease.release();
      }),
    );
  }
}
