import 'reflect-metadata';

type AnyMethod = (this: unknown, ...args: unknown[]) => unknown;

/** A pause of the garbage collector, or another process on the core: not what the step costs. */
const PAUSE_MS = 0.2;
const CALIBRATIONS = 50;
const CALIBRATION_CALLS = 10_000;

/** Times the synchronous part of steps, each without the steps that it calls. */
export class StepTimer {
  private readonly totalMs = new Map<string, number>();
  /** Samples that are in no step, because something else had the core meanwhile, and their time. */
  private readonly dropped = { samples: 0, ms: 0 };
  /** Time of the steps inside of each that is running, the innermost last. */
  private readonly inner: number[] = [];
  private readonly clockMs = clockCostMs();

  /** Replaces a method of an object or a prototype by itself with a clock around it. */
  time(owner: object, method: string, name: string): void {
    const methods = owner as Record<string, AnyMethod>;
    const untimed = methods[method]!;
    const timed = (methods[method] = this.timed(name, untimed));
    // What decorators said of it, such as its route.
    for (const key of Reflect.getMetadataKeys(untimed)) Reflect.defineMetadata(key, Reflect.getMetadata(key, untimed), timed);
  }

  timed<Step extends (...args: never[]) => unknown>(name: string, step: Step): Step {
    this.totalMs.set(name, 0);
    const { totalMs, dropped, inner, clockMs } = this;
    return function (this: unknown, ...args: never[]) {
      inner.push(0);
      const from = performance.now();
      try {
        return step.apply(this, args);
      } finally {
        const took = performance.now() - from;
        const own = took - inner.pop()! - clockMs;
        if (inner.length > 0) inner[inner.length - 1]! += took + clockMs;
        if (own < PAUSE_MS) totalMs.set(name, totalMs.get(name)! + own);
        else {
          dropped.samples++;
          dropped.ms += own;
        }
      }
    } as Step;
  }

  reset(): void {
    for (const name of this.totalMs.keys()) this.totalMs.set(name, 0);
    Object.assign(this.dropped, { samples: 0, ms: 0 });
  }

  get droppedSamples(): number {
    return this.dropped.samples;
  }

  /** Microseconds of each step for one of so many requests. */
  perRequest(requests: number): Map<string, number> {
    const all = [...this.totalMs, ['dropped samples', this.dropped.ms] as const];
    return new Map(all.map(([name, ms]) => [name, (ms / Math.max(1, requests)) * 1_000]));
  }
}

/** Milliseconds that reading the clock takes, at least. */
function clockCostMs(): number {
  const costs = Array.from({ length: CALIBRATIONS }, () => {
    const from = performance.now();
    for (let call = 0; call < CALIBRATION_CALLS; call++) performance.now();
    return (performance.now() - from) / CALIBRATION_CALLS;
  });
  return Math.min(...costs);
}
