import { Clock } from '../../kernel/clock.js';

/** A settable clock, so that demonstration data gets dates in the past. */
export class DemoClock extends Clock {
  constructor(private time: number) {
    super();
  }

  now(): number {
    return this.time;
  }

  /** @param time unix ms; never before the present value */
  set(time: number): void {
    this.time = Math.max(this.time, time);
  }
}
