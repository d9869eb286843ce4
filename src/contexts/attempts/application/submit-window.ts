import type { Clock } from '../../../kernel/clock.js';

/** When an attempt may be submitted; queries begin afterwards, so a process that was suspended must not submit any more. */
export class SubmitWindow {
  private readonly openedAt = performance.now();
  private readonly openedAtClock: number;

  constructor(
    private readonly lengthMs: number,
    private readonly clock: Clock,
  ) {
    this.openedAtClock = clock.now();
  }

  /** Zero or less when it is over. */
  get remainingMs(): number {
    // The monotonic clock stops while the machine is suspended, the wall clock does not.
    const elapsedMs = Math.max(performance.now() - this.openedAt, this.clock.now() - this.openedAtClock);
    return this.lengthMs - elapsedMs;
  }
}
