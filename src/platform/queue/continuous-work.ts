import { Injectable } from '@nestjs/common';
import { Config } from '../config/config.js';
import { Log } from '../telemetry/log.js';
import { HeldLease } from './held-lease.js';
import { JobThrottle } from './job-throttle.js';
import { Leases } from './leases.js';
import { PollingLoop } from './polling-loop.js';
import { Quiescence } from './quiescence.js';
import { WakeMessages } from './wake-messages.js';

/** A crashed process's work is taken over this late. */
const LEASE_MS = 5_000;
/** Where no message says that there is work, it is noticed this late. */
const POLL_MS = 2_000;

/** Does a part of the work; resolves to true when there is more. The signal says that the process stops. Must be safe to run in two processes, because a lease can run out. */
export type Round = (signal: AbortSignal) => Promise<boolean>;

interface Loop {
  readonly loop: PollingLoop;
  readonly lease: HeldLease;
  readonly finish: () => Promise<void>;
}

/** Work on what is written in tables, row after row: in one process at a time, in those that run jobs. */
@Injectable()
export class ContinuousWork {
  private readonly loops = new Map<string, Loop>();

  constructor(
    private readonly config: Config,
    private readonly leases: Leases,
    private readonly throttle: JobThrottle,
    private readonly messages: WakeMessages,
    private readonly log: Log,
    private readonly quiescence: Quiescence,
  ) {}

  /**
   * To be called before the application is up.
   * @param finish ends at the stop what rounds began
   * @returns says that there is work, so that it does not wait to be noticed
   */
  add(name: string, round: Round, finish = () => Promise.resolve()): () => void {
    const lease = new HeldLease(this.config.embedded ? undefined : this.leases, name, LEASE_MS);
    const held: Round = async (signal) => (await lease.hold()) && (await this.throttle.run(() => round(signal)));
    const loop = new PollingLoop(name, POLL_MS, held, this.log, () => !this.throttle.hasNoRequests, this.quiescence);
    this.loops.set(name, { loop, lease, finish });
    return () => {
      loop.notify();
      if (!lease.isHeld) this.messages.send(name);
    };
  }

  /** Counts what a round begins and does not wait for. */
  during<T>(work: () => Promise<T>): Promise<T> {
    return this.quiescence.during(work);
  }

  /** For what is due since the clock was set forward. */
  lookNow(): void {
    for (const { loop } of this.loops.values()) loop.notify();
  }

  start(): void {
    this.messages.listen((name) => this.loops.get(name)?.loop.notify());
    for (const { loop } of this.loops.values()) loop.start();
  }

  /** Resolves when the rounds under way have ended. */
  async stop(): Promise<void> {
    await Promise.all(
      [...this.loops.values()].map(async ({ loop, lease, finish }) => {
        await loop.stop();
        await finish();
        await lease.release();
      }),
    );
  }
}
