import type { Log } from '../../platform/telemetry/log.js';
import type { Metrics } from '../../platform/telemetry/metrics.js';
import { tracedUntilNow } from '../../platform/telemetry/tracing.js';
import type { LockBlocker } from './mysql/lock-blockers.js';
import { Failure } from '../../kernel/failure.js';
import { type LedgerObserver, StoreFailure } from '../application/ports.js';
import { ledgerFailures } from '../domain/ledger.failures.js';

export class LedgerTelemetry implements LedgerObserver {
  constructor(
    private readonly metrics: Metrics,
    private readonly log: Log,
    readonly committed: () => void = () => undefined,
    private readonly whenHalted: (failure: string, row: string) => void = () => undefined,
  ) {}

  batchCommitted(commands: number, way: 'ahead' | 'locked', ms: number): void {
    this.metrics.ledgerBatch(commands, way, ms);
    tracedUntilNow('ledger batch', { 'harmattan.commands': commands, 'harmattan.way': way }, ms);
  }

  batchRerun(reason: string): void {
    this.metrics.ledgerRerun(reason);
  }

  blocked(table: string, commands: number): void {
    this.metrics.ledgerBlocked(table);
    this.log.warning('the ledger waits for locks of another session', { table, commands });
  }

  /** @param error where the server does not tell who it is */
  blockedBy(blockers: readonly LockBlocker[], error?: unknown): void {
    if (error !== undefined) return this.log.warning('which session blocks the ledger cannot be read', {}, error);
    const text = 'a session holds locks that the ledger waits for; end it with KILL';
    for (const blocker of blockers) this.log.problem(text, undefined, { ...blocker });
  }

  halted(error: Error, details: Readonly<Record<string, unknown>>): void {
    const name = error instanceof Failure ? error.failure : '';
    const cause = error.cause instanceof Error ? error.cause : error;
    const isFull = name === ledgerFailures.balance_full.name;
    if (!isFull) this.metrics.ledgerHalted();
    const what = name === ledgerFailures.account_stopped.name ? 'a balance' : 'what is held';
    const text = isFull
      ? 'a balance is full, so a command was not executed'
      : `${what} cannot be proved, so its money stays where it is`;
    this.log.problem(text, cause, details);
    this.whenHalted(name, cause.message);
  }

  broken(error: unknown): void {
    const cause = error instanceof StoreFailure && error.cause instanceof Error ? error.cause : (error as Error);
    this.metrics.ledgerHalted();
    this.log.problem('the end of the ledger cannot be proved, so no money moves', cause);
    this.whenHalted(ledgerFailures.chain_broken.name, cause.message);
  }

  problem(text: string, error: unknown, details: Readonly<Record<string, unknown>>): void {
    this.log.problem(text, error, details);
  }
}
