import { wallMs } from './timers.js';

export abstract class Clock {
  abstract now(): number;
}

export class SystemClock extends Clock {
  now(): number {
    return wallMs();
  }
}

/** The clock of a service whose providers are simulated, which developers may set forward. */
export class MovableClock extends Clock {
  private ahead = 0;
  private readonly listeners = new Set<() => void>();

  constructor(readonly source: Clock) {
    super();
  }

  now(): number {
    return this.source.now() + this.ahead;
  }

  get aheadMs(): number {
    return this.ahead;
  }

  set aheadMs(ms: number) {
    if (ms === this.ahead) return;
    this.ahead = ms;
    for (const tell of this.listeners) tell();
  }

  /** @returns ends it */
  onMoved(tell: () => void): () => void {
    this.listeners.add(tell);
    return () => void this.listeners.delete(tell);
  }
}

/** The real time, for signatures and one-time codes; a clock that was set forward is ahead of it. */
export function wallTime(clock: Clock): number {
  return clock instanceof MovableClock ? clock.source.now() : clock.now();
}

export function toSeconds(ms: number): number {
  return Math.floor(ms / 1000);
}

/** ISO 8601, in UTC. */
export function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}

export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
