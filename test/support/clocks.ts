import { Clock } from '../../src/kernel/clock.js';

/** Returns the same time until a test changes `time` (unix ms). */
export class ManualClock extends Clock {
  constructor(public time = Date.now()) {
    super();
  }

  now(): number {
    return this.time;
  }
}

/** The system clock plus an offset in ms. */
export class ShiftedClock extends Clock {
  aheadMs = 0;

  now(): number {
    return Date.now() + this.aheadMs;
  }
}
