import { performance } from 'node:perf_hooks';
import { Clock } from '../../kernel/clock.js';

const MEASURE_EVERY_MS = 5_000;
const FIRST_MEASUREMENTS = 3;
/** Beyond this, the database's clock was set back, and the service follows. */
const SET_BACK_MS = 1_000;

/** The database server's clock, shared by all processes for leases and dates. The monotonic clock advances it between measurements. */
export class DatabaseClock extends Clock {
  /** Database time minus monotonic time; undefined before the first measurement. */
  private offsetMs: number | undefined;
  private latest = 0;
  private timer: NodeJS.Timeout | undefined;

  /** @param read without it the process's clock is used */
  constructor(private readonly read?: () => Promise<number>) {
    super();
  }

  now(): number {
    if (this.offsetMs === undefined) return Date.now();
    this.latest = Math.max(this.latest, Math.floor(performance.now() + this.offsetMs));
    return this.latest;
  }

  /** Resolves after the first measurement; measures periodically from then on. */
  async start(): Promise<void> {
    if (!this.read || this.timer) return;
    for (let count = 0; count < FIRST_MEASUREMENTS; count++) await this.measure();
    this.timer = setInterval(() => void this.measure().catch(() => undefined), MEASURE_EVERY_MS);
    this.timer.unref();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /** The clock was read between question and answer: the offset changes only as far as that requires. */
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
