import { Clock } from '../../kernel/clock.js';

/** A clock that is set by hand, so that a made-up past gets its dates. */
export class DemoClock extends Clock {
  constructor(private time: number) {
    super();
  }

  now(): number {
    return this.time;
  }

  /** @param time unix ms; never before what was set */
  set(time: number): void {
    this.time = Math.max(this.time, time);
  }
}
