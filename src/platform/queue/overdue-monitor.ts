import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import { Log } from '../telemetry/log.js';
import { Metrics } from '../telemetry/metrics.js';
import { JobRegistry } from './job-registry.js';

export interface OverdueWork {
  readonly kind: string;
  readonly waitingSince: number;
}

export interface OldestWork {
  readonly kind: string;
  /** Zero where nothing waits. */
  readonly ageMs: number;
  /** How long it may wait. */
  readonly boundMs: number;
}

/** Measures how long the oldest work of each kind waits. */
@Injectable()
export class OverdueMonitor {
  private readonly ages = new Map<string, number>();
  private readonly overdue = new Map<string, number>();

  constructor(
    private readonly registry: JobRegistry,
    private readonly clock: Clock,
    metrics: Metrics,
    private readonly log: Log,
  ) {
    metrics.gaugeBy('kind', 'harmattan_oldest_waiting_seconds', 'How long the oldest work waits, by kind', () => this.ages);
    metrics.gaugeBy('kind', 'harmattan_overdue', '1 where the oldest work waits longer than it may', () => this.overdue);
  }

  /** Sets the metrics, and logs a problem when a kind becomes overdue. */
  async measure(): Promise<OverdueWork[]> {
    const found: OverdueWork[] = [];
    for (const { kind, boundMs, ageMs } of await this.waiting()) {
      const isOverdue = ageMs > boundMs;
      if (isOverdue) {
        found.push({ kind, waitingSince: this.clock.now() - ageMs });
        if (this.overdue.get(kind) !== 1)
          this.log.problem('work is overdue', undefined, { kind, seconds: Math.round(ageMs / 1_000) });
      }
      this.ages.set(kind, ageMs / 1_000);
      this.overdue.set(kind, Number(isOverdue));
    }
    return found;
  }

  /** Without the kinds that cannot be measured now. */
  async waiting(): Promise<OldestWork[]> {
    const found: OldestWork[] = [];
    for (const { kind, boundMs, oldest } of this.registry.overdueChecks()) {
      try {
        const now = this.clock.now();
        found.push({ kind, boundMs, ageMs: Math.max(0, now - ((await oldest()) ?? now)) });
      } catch (error) {
        this.log.warning('cannot measure how long work waits', { kind }, error);
      }
    }
    return found;
  }
}
