import { Failure } from '../../kernel/failure.js';
import type { CommandResult } from '../domain/batch.js';
import { ledgerFailures } from '../domain/ledger.failures.js';
import type { PendingCommand } from './pending-command.js';
import type { LedgerObserver } from './ports.js';

type Answer = Exclude<CommandResult, { readonly deferred: true }> | { readonly failed: unknown };

/** Gives callers the results of their commands, and counts those who wait. */
export class CommandAnswers {
  private waiting = 0;
  private whenAllAnswered: () => void = () => undefined;

  constructor(private readonly observer: LedgerObserver) {}

  /** To be called once for each command that will be answered. */
  expect(): void {
    this.waiting++;
  }

  async allAnswered(): Promise<void> {
    if (this.waiting > 0) await new Promise<void>((resolve) => (this.whenAllAnswered = resolve));
  }

  answer({ command, resolve, reject }: PendingCommand, outcome: Answer): void {
    if ('halted' in outcome)
      this.observer.halted(outcome.halted, { action: command.idempotencyKey.action, subject: command.journal?.subject });
    if ('committed' in outcome) resolve(outcome.committed);
    else if ('replayed' in outcome) resolve(outcome.replayed);
    else if ('stale' in outcome) resolve('stale');
    else if ('halted' in outcome) reject(outcome.halted);
    else reject('refused' in outcome ? outcome.refused : outcome.failed);
    if (--this.waiting === 0) this.whenAllAnswered();
  }

  refuse(batch: readonly PendingCommand[], failure: Failure): void {
    for (const pending of batch) this.answer(pending, { failed: failure });
  }
}

export function overloaded(cause?: unknown): Failure {
  return new Failure(ledgerFailures.overloaded, { retryAfterSeconds: 1, cause });
}
