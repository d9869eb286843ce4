import { Clock } from '../../src/kernel/clock.js';

/** A clock that stands still until a test sets `time` (unix ms). */
export class ManualClock extends Clock {
  constructor(public time = Date.now()) {
    super();
  }

  now(): number {
    return this.time;
  }
}

/** The system's clock, so many milliseconds ahead. */
export class ShiftedClock extends Clock {
  aheadMs = 0;

  now(): number {
    return Date.now() + this.aheadMs;
  }
}
