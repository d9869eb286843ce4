import type { Log } from '../../../platform/telemetry/log.js';
import type { Metrics } from '../../../platform/telemetry/metrics.js';
import { tracedUntilNow } from '../../../platform/telemetry/tracing.js';
import type { LedgerObserver } from '../application/ports/ledger-observer.js';

export class LedgerTelemetry implements LedgerObserver {
  constructor(
    private readonly metrics: Metrics,
    private readonly log: Log,
    readonly committed: () => void = () => undefined,
  ) {}

  batchCommitted(commands: number, way: 'ahead' | 'locked', ms: number): void {
    this.metrics.ledgerBatch(commands, way, ms);
    tracedUntilNow('ledger batch', { 'harmattan.commands': commands, 'harmattan.way': way }, ms);
  }

  batchRerun(reason: string): void {
    this.metrics.ledgerRerun(reason);
  }

  problem(text: string, error: unknown, details: Readonly<Record<string, unknown>>): void {
    this.log.problem(text, error, details);
  }
}
