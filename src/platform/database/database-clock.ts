import { performance } from 'node:perf_hooks';
import { Clock } from '../../kernel/clock.js';

const MEASURE_EVERY_MS = 5_000;
const FIRST_MEASUREMENTS = 3;
/** The database's clock was set back by more than the clocks of one machine wander: the service follows. */
const SET_BACK_MS = 1_000;

/**
 * The clock of the database server, which all processes share: a process whose own clock is wrong takes no lease early and
 * dates nothing ahead. Between measurements the process's monotonic clock counts on.
 */
export class DatabaseClock extends Clock {
  /** Database time less the monotonic clock, ms; undefined before the first measurement. */
  private offsetMs: number | undefined;
  private latest = 0;
  private timer: NodeJS.Timeout | undefined;

  /** @param read asks the database for its time, unix ms; without it the process's clock is the database's */
  constructor(private readonly read?: () => Promise<number>) {
    super();
  }

  now(): number {
    if (this.offsetMs === undefined) return Date.now();
    this.latest = Math.max(this.latest, Math.floor(performance.now() + this.offsetMs));
    return this.latest;
  }

  /** Resolves when the time is known; measures from then on. */
  async start(): Promise<void> {
    if (!this.read || this.timer) return;
    for (let count = 0; count < FIRST_MEASUREMENTS; count++) await this.measure();
    // While the database is away there is nothing to measure, and the last offset stays good.
    this.timer = setInterval(() => void this.measure().catch(() => undefined), MEASURE_EVERY_MS);
    this.timer.unref();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /** The database took its time between question and answer: the offset moves no further than it must for that to be true. */
  async measure(): Promise<void> {
    if (!this.read) return;
    const asked = performance.now();
    const time = await this.read();
    const answered = performance.now();
    const [least, most] = [time - answered, time - asked];
    this.offsetMs = this.offsetMs === undefined ? (least + most) / 2 : Math.min(Math.max(this.offsetMs, least), most);
    if (performance.now() + this.offsetMs < this.latest - SET_BACK_MS) this.latest = 0;
  }
}
