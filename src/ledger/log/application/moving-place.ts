import { every } from '../../../kernel/timers.js';
import type { JournalPosition } from './ports.js';

/** A crash repeats what has ended since the last move. */
const MOVED_MS = 200;

/** A journal in front of a place in the log. */
export interface LogStep {
  readonly journal: JournalPosition;
}

/** A place in the log that moves behind the last step before which all has ended, whatever has ended in front of it. */
export class MovingPlace<Step extends LogStep> {
  private readonly left = new Map<Step, number>();
  private moving: Promise<void> = Promise.resolve();
  private passed = 0;
  private isLost = false;

  /**
   * @param partsOf how often a step ends
   * @param pass moves the stored place. False when another process has moved it
   */
  constructor(
    private place: JournalPosition,
    private readonly steps: readonly Step[],
    partsOf: (step: Step) => number,
    private readonly pass: (from: JournalPosition, passed: readonly Step[]) => Promise<boolean>,
  ) {
    for (const step of steps) this.left.set(step, partsOf(step));
  }

  isAt({ batchNo, position }: JournalPosition): boolean {
    return this.place.batchNo === batchNo && this.place.position === position;
  }

  get hasPassedAll(): boolean {
    return this.passed === this.steps.length;
  }

  /** It cannot be moved, so that a crash would repeat all that still begins. */
  get hasStopped(): boolean {
    return this.isLost;
  }

  ended(step: Step): void {
    this.left.set(step, this.left.get(step)! - 1);
  }

  /** Moves it during the work and behind it. @throws PlaceLost, and what `pass` throws */
  async during(work: () => Promise<unknown>): Promise<void> {
    const timer = every(MOVED_MS, () => this.move());
    try {
      await work();
    } finally {
      timer.stop();
    }
    this.move();
    await this.moving;
  }

  private move(): void {
    this.moving = this.moving.then(() => this.moveNow());
    // Awaited at the end; until then Node would take it for one that nobody handles, and end the process.
    this.moving.catch(() => (this.isLost = true));
  }

  private async moveNow(): Promise<void> {
    const open = this.steps.findIndex((step, index) => index >= this.passed && this.left.get(step)! > 0);
    const end = open < 0 ? this.steps.length : open;
    if (end === this.passed) return;
    const steps = this.steps.slice(this.passed, end);
    if (!(await this.pass(this.place, steps))) throw new PlaceLost('another process moves the place, or its reader is off');
    this.passed = end;
    this.place = steps.at(-1)!.journal;
  }
}

export class PlaceLost extends Error {}
