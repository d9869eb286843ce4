import { after, sleep, type Timer } from '../../kernel/timers.js';
import { outsideTransaction } from '../database/outside-transaction.js';
import type { Log } from '../telemetry/log.js';
import type { Quiescence } from './quiescence.js';

/** Commits of this time are read together while requests keep the process busy. */
const GATHER_MS = 10;
const PAUSE_AFTER_FAULT_MS = 2_000;

/** Repeats a round of work: at once while it left something, else after `notify` or the interval. */
export class PollingLoop {
  private stopping = new AbortController();
  private running: Promise<void> | undefined;
  private wake: () => void = () => undefined;
  private isNotified = false;
  /** Of the one that was asked for. */
  private endRound: (() => void) | undefined;

  /** @param round resolves to true when there is more to do */
  constructor(
    private readonly name: string,
    private readonly intervalMs: number,
    private readonly round: (signal: AbortSignal) => Promise<boolean>,
    private readonly log: Log,
    private readonly mayGather: () => boolean,
    private readonly quiescence: Quiescence,
  ) {}

  notify(): void {
    this.isNotified = true;
    if (this.running) this.endRound ??= this.quiescence.begin();
    this.wake();
  }

  start(): void {
    this.stopping = new AbortController();
    this.running = outsideTransaction(() => this.run());
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    this.wake();
    await this.running;
    this.running = undefined;
    this.endRound?.();
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      try {
        if (!(await this.oneRound(signal))) await this.rest();
      } catch (error) {
        this.log.problem(`${this.name} failed`, error);
        await this.pause(PAUSE_AFTER_FAULT_MS);
      }
    }
  }

  private async oneRound(signal: AbortSignal): Promise<boolean> {
    const end = this.endRound ?? this.quiescence.begin();
    this.endRound = undefined;
    this.isNotified = false;
    try {
      return await this.round(signal);
    } finally {
      end();
    }
  }

  private async rest(): Promise<void> {
    if (!this.isNotified) {
      let timer: Timer | undefined;
      await new Promise<void>((resolve) => {
        this.wake = resolve;
        timer = after(this.intervalMs, resolve);
      });
      timer?.stop();
      this.wake = () => undefined;
    }
    if (this.isNotified && this.mayGather()) await this.pause(GATHER_MS);
  }

  private async pause(ms: number): Promise<void> {
    await sleep(ms, this.stopping.signal);
  }
}
