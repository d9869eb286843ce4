import { Failure } from '../../kernel/failure.js';
import { randomFraction } from '../../kernel/random.js';
import { steadyMs } from '../../kernel/timers.js';
import { ledgerFailures } from '../domain/ledger.failures.js';
import { LONGEST_DEFERRAL_MS } from './blocked-commands.js';
import { overloaded } from './command-answers.js';
import { type LedgerObserver, StoreFailure } from './ports.js';

const LOCK_RERUNS = 20;
const LOCK_PAUSE_MS = 5;
/** How long commands wait for an unreachable database. */
const RECONNECT_MS = 15_000;
const RECONNECT_PAUSE_MS = 100;

/** What follows a failed attempt. `set_aside`: of the commands, those that write to what is locked wait by themselves. */
export type NextStep = FinalStep | { readonly step: 'set_aside'; readonly table: string };
type FinalStep =
  | { readonly step: 'run_again'; readonly pauseMs: number | undefined }
  | { readonly step: 'refuse'; readonly failure: Failure }
  | { readonly step: 'isolate' };

/** Since when the database is unreachable to all batches (ms of `steadyMs`), until a commit succeeds. */
export class Outage {
  private since: number | undefined;

  get isOn(): boolean {
    return this.since !== undefined;
  }

  begunBy(now: number): number {
    return (this.since ??= now);
  }

  end(): void {
    this.since = undefined;
  }
}

/** The attempts at one batch: what each failure leads to, and whether it may have been committed nevertheless. */
export class BatchAttempts {
  private readonly begunAt = steadyMs();
  private lostSince: number | undefined;
  private lockReruns = 0;
  /** A COMMIT was sent and not answered, so no error may say that nothing was written. */
  private isOutcomeOpen = false;

  constructor(
    private readonly commands: number,
    private readonly outage: Outage,
    private readonly observer: LedgerObserver,
    /** Whether the next attempt looks up every key, and not only those seen lately. */
    public looksUpAll: boolean,
  ) {}

  /** For a part of the commands, which may have been committed as the whole may. */
  ofPart(commands: number): BatchAttempts {
    const part = new BatchAttempts(commands, this.outage, this.observer, this.looksUpAll);
    part.isOutcomeOpen = this.isOutcomeOpen;
    return part;
  }

  get elapsedMs(): number {
    return steadyMs() - this.begunAt;
  }

  afterFailure(error: unknown): NextStep {
    if (error instanceof Failure && error.is(ledgerFailures.stale_copy))
      return this.isOutcomeOpen ? this.giveUp(error) : { step: 'refuse', failure: error };
    const failure = error instanceof StoreFailure ? error : new StoreFailure('fault', true, error);
    if (!failure.isOutcomeKnown) this.isOutcomeOpen = this.looksUpAll = true;
    switch (failure.kind) {
      case 'clock_ahead':
        return this.isOutcomeOpen ? this.lookUpOrEnd(failure, error) : this.refuseAsAhead(error);
      case 'unproved':
        return this.endUnproved(failure);
      case 'unreachable':
        return this.waitForDatabase(error);
      case 'lock_timeout':
        if (!this.isOutcomeOpen) return { step: 'set_aside', table: failure.table ?? 'unknown' };
        return this.waitForLock() ?? this.lookUpOrEnd(failure, error);
      case 'retry':
        return this.waitForLock() ?? this.lookUpOrEnd(failure, error);
      case 'duplicate':
      case 'fault':
        return this.lookUpOrEnd(failure, error);
    }
  }

  /** After a lock that no command could be set aside for. */
  afterLockTimeout(error: unknown): FinalStep {
    if (this.elapsedMs > LONGEST_DEFERRAL_MS) return { step: 'refuse', failure: overloaded(error) };
    return this.runAgain('lock', randomFraction() * LOCK_PAUSE_MS);
  }

  private refuseAsAhead(error: unknown): FinalStep {
    this.observer.problem('the clock is far ahead of the database', error, { commands: this.commands });
    return { step: 'refuse', failure: new Failure(ledgerFailures.clock_ahead, { retryAfterSeconds: 5, cause: error }) };
  }

  private endUnproved(failure: StoreFailure): FinalStep {
    this.observer.broken(failure);
    if (this.isOutcomeOpen) return this.giveUp(failure);
    const { cause } = failure;
    return { step: 'refuse', failure: new Failure(ledgerFailures.chain_broken, { retryAfterSeconds: 60, cause }) };
  }

  /** Measured from the first loss, or from this batch's loss where another batch succeeded since. */
  private waitForDatabase(error: unknown): FinalStep {
    const now = steadyMs();
    this.lostSince ??= now;
    const since = Math.min(this.outage.begunBy(now), this.lostSince);
    return now - since > RECONNECT_MS ? this.giveUp(error) : this.runAgain('connection', RECONNECT_PAUSE_MS);
  }

  private waitForLock(): FinalStep | undefined {
    if (this.lockReruns >= LOCK_RERUNS) return undefined;
    return this.runAgain('lock', randomFraction() * LOCK_PAUSE_MS * this.lockReruns++);
  }

  /** Usually a repeated key. For any other error, the look-up makes sure that no repeat is executed. */
  private lookUpOrEnd({ kind }: StoreFailure, error: unknown): FinalStep {
    if (this.looksUpAll) return this.isOutcomeOpen ? this.giveUp(error) : { step: 'isolate' };
    this.looksUpAll = true;
    return this.runAgain(kind === 'duplicate' ? 'duplicate' : 'error', undefined);
  }

  private runAgain(reason: string, pauseMs: number | undefined): FinalStep {
    this.observer.batchRerun(reason);
    return { step: 'run_again', pauseMs };
  }

  private giveUp(cause: unknown): FinalStep {
    const outcome = this.isOutcomeOpen ? 'outcome of a batch unknown' : 'a batch was not committed';
    this.observer.problem(`the database is away: ${outcome}`, cause, { commands: this.commands });
    const failure = this.isOutcomeOpen ? ledgerFailures.outcome_unknown : ledgerFailures.overloaded;
    return { step: 'refuse', failure: new Failure(failure, { retryAfterSeconds: 5, cause }) };
  }
}
