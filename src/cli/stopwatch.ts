/** How long each step of a command takes, in seconds with a digit. */
export class Stopwatch {
  readonly laps = new Map<string, number>();
  private readonly startedAt = performance.now();
  private lappedAt = this.startedAt;

  /** Ends a step. */
  lap(name: string): void {
    const now = performance.now();
    this.laps.set(name, seconds(now - this.lappedAt));
    this.lappedAt = now;
  }

  total(): number {
    return seconds(performance.now() - this.startedAt);
  }
}

function seconds(ms: number): number {
  return Math.round(ms / 100) / 10;
}
