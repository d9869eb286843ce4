import type { IdempotencyKey } from '../../../kernel/caller.js';
import type { Clock } from '../../../kernel/clock.js';
import { Failure } from '../../../kernel/failure.js';
import { newId } from '../../../kernel/ids.js';
import { accountsOf, type CommandResult, idempotencyName, planBatch, type QueuedCommand } from '../domain/batch.js';
import type { ChainKey } from '../domain/hash-chain.js';
import { assertBalanced } from '../domain/journal.js';
import type { CommitResult, LedgerCommand } from '../domain/ledger-command.js';
import { walletFailures } from '../domain/wallet.failures.js';
import { Ledger } from './ports/ledger.js';
import type { LedgerObserver } from './ports/ledger-observer.js';
import { type BatchReading, type BatchSession, type LedgerStore, StoreFailure } from './ports/ledger-store.js';
import { RecentKeys } from './recent-keys.js';

const LARGEST_BATCH = 256;
const LARGEST_QUEUE = 8_192;
/** Waiting commands from which a second batch is begun during the first. */
const PIPELINING_THRESHOLD = 16;
/** Waiting commands from which a batch begins before the rest of the requests are read. */
const EARLY_START_THRESHOLD = 24;
const RERUNS = 20;
/** How long a command waits for a row that another transaction has locked. */
const LONGEST_DEFERRAL_MS = 5_000;
const LONGEST_DEFERRAL_PAUSE_MS = 25;
/** How long commands wait for an unreachable database. */
const RECONNECT_MS = 15_000;

type Answer = Exclude<CommandResult, { readonly deferred: true }> | { readonly failed: unknown };

interface Entry extends QueuedCommand {
  readonly resolve: (result: CommitResult) => void;
  readonly reject: (error: unknown) => void;
  /** How often a row of the command was locked, and since when (ms of `performance.now`). */
  deferrals: number;
  deferredSince: number;
}

/**
 * Group commit: commands that arrive during one commit form the next batch, without a timer. The unique key of `money_request`
 * executes each once; a batch with a known key runs again with a look-up, and a command that fails its batch is isolated by
 * bisection.
 */
export class GroupCommitLedger extends Ledger {
  private readonly queue: Entry[] = [];
  private open = 0;
  private running = 0;
  private isWaking = false;
  private closed = false;
  private whenSettled: () => void = () => undefined;
  /** When the database became unreachable (ms of `performance.now`), until a commit succeeds. */
  private awaySince: number | undefined;
  private readonly recent = new RecentKeys();

  constructor(
    private readonly store: LedgerStore,
    private readonly clock: Clock,
    private readonly key: ChainKey,
    private readonly observer: LedgerObserver,
    /** Whether the caller is inside a unit of work. */
    private readonly inUnit: () => boolean = () => false,
    /** Runs work outside of the caller's async context. */
    private readonly detached: (work: () => void) => void = (work) => work(),
  ) {
    super();
  }

  /** @throws Error where no ledger could commit the command from here */
  check({ journal }: LedgerCommand): void {
    if (journal) assertBalanced(journal);
    // The unit would wait for a commit that waits for the unit's own locks.
    if (this.inUnit()) throw new Error('a command is committed in a transaction of its own, never inside a unit of work');
  }

  /** @param attemptId the same where a command is sent again because its result was lost */
  commit(command: LedgerCommand, attemptId = newId()): Promise<CommitResult> {
    this.check(command);
    if (this.closed || this.queue.length >= LARGEST_QUEUE)
      return Promise.reject(new Failure(walletFailures.overloaded, { retryAfterSeconds: 1 }));
    return new Promise((resolve, reject) => {
      this.open++;
      this.queue.push({
        command,
        name: idempotencyName(command.idempotencyKey),
        arrivedAt: this.clock.now(),
        attemptId,
        resolve,
        reject,
        deferrals: 0,
        deferredSince: 0,
      });
      if (!this.mayBegin()) return;
      // The batch must not inherit the async context of one request.
      if (this.store.maxConcurrentBatches > 1 && this.queue.length >= EARLY_START_THRESHOLD)
        return this.detached(() => this.begin());
      if (this.isWaking) return;
      this.isWaking = true;
      // Everything of this turn of the event loop joins the batch.
      this.detached(() => setImmediate(() => this.begin()));
    });
  }

  get depth(): number {
    return this.queue.length;
  }

  /** Refuses new commands, waits for the queued ones, then closes the store. */
  async close(): Promise<void> {
    this.closed = true;
    if (this.open > 0) await new Promise<void>((resolve) => (this.whenSettled = resolve));
    await this.store.close();
  }

  /** A second batch would only wait for the first one's locks, so it collects more commands first. */
  private mayBegin(): boolean {
    return this.running === 0 || (this.running < this.store.maxConcurrentBatches && this.queue.length >= PIPELINING_THRESHOLD);
  }

  private begin(): void {
    this.isWaking = false;
    while (this.queue.length > 0 && this.mayBegin()) {
      this.running++;
      void this.settle(this.queue.splice(0, LARGEST_BATCH), false).finally(() => {
        this.running--;
        this.begin();
      });
    }
  }

  /** Commits a batch, or finds a result for each of its commands. Never throws. */
  private async settle(batch: Entry[], lookUpAll: boolean): Promise<void> {
    const begunAt = performance.now();
    const seenLately = this.seenLately(batch);
    let lookUp = lookUpAll;
    let lostSince: number | undefined;
    let lockRuns = 0;
    // A COMMIT was sent and not answered, so no error may say that nothing was written.
    let isOutcomeOpen = false;
    for (;;) {
      try {
        const { results, way } = await this.runOnce(batch, lookUp ? keysOf(batch) : seenLately);
        this.awaySince = undefined;
        const ms = performance.now() - begunAt;
        // Callers run after the next batch was sent.
        setImmediate(() => this.deliver(batch, results, way, ms));
        return;
      } catch (error) {
        if (error instanceof Failure && error.is(walletFailures.stale_copy))
          return isOutcomeOpen ? this.giveUp(batch, error, true) : this.refuseAll(batch, error);
        const { kind, isOutcomeKnown } = error instanceof StoreFailure ? error : new StoreFailure('fault', true, error);
        if (!isOutcomeKnown) isOutcomeOpen = lookUp = true;
        if (kind === 'clock_ahead' && !isOutcomeOpen) {
          this.observer.problem('the clock is far ahead of the database', error, { commands: batch.length });
          return this.refuseAll(batch, new Failure(walletFailures.clock_ahead, { retryAfterSeconds: 5, cause: error }));
        }
        if (kind === 'unreachable') {
          const now = performance.now();
          this.awaySince ??= now;
          lostSince ??= now;
          // Measured from the first loss, or from this batch's loss where another batch succeeded since.
          if (now - Math.min(this.awaySince, lostSince) > RECONNECT_MS) return this.giveUp(batch, error, isOutcomeOpen);
          this.observer.batchRerun('connection');
          await pause(100);
        } else if ((kind === 'retry' || kind === 'lock_timeout') && lockRuns < RERUNS) {
          this.observer.batchRerun('lock');
          const counting = batch.filter(({ command }) => (command.increments?.length ?? 0) > 0);
          // The locked row may be a counter of one command: the commands are deferred separately.
          if (kind === 'lock_timeout' && !isOutcomeOpen && counting.length > 0 && counting.length < batch.length) {
            await this.settle(
              batch.filter((entry) => !counting.includes(entry)),
              lookUp,
            );
            return this.settle(counting, lookUp);
          }
          await pause(Math.random() * 5 * lockRuns++);
        } else if (!lookUp) {
          // Usually a repeated key. For any other error, the look-up makes sure that no repeat is executed.
          lookUp = true;
          this.observer.batchRerun(kind === 'duplicate' ? 'duplicate' : 'error');
        } else if (isOutcomeOpen) {
          return this.giveUp(batch, error, true);
        } else {
          return this.isolate(batch, error);
        }
      }
    }
  }

  /** Recently seen keys; after an unknown outcome all keys. */
  private seenLately(batch: readonly Entry[]): IdempotencyKey[] {
    const seen = batch.filter(({ name }) => this.recent.has(name)).map(({ command }) => command.idempotencyKey);
    for (const { name } of batch) this.recent.add(name);
    return seen;
  }

  private async runOnce(
    batch: Entry[],
    lookUps: readonly IdempotencyKey[],
  ): Promise<{ results: readonly CommandResult[]; way: BatchSession['way'] }> {
    const conditional = batch.map(({ command }) => command).filter(({ updates = [] }) => updates.length > 0);
    const spendingLimits = batch.flatMap(({ command }) => command.spendingLimit ?? []);
    const reading: BatchReading = { accounts: accountsOf(batch), lookUps, conditional, spendingLimits };
    const session = await this.store.begin(reading);
    try {
      let plan = planBatch(batch, await session.read(), this.key);
      while (!(await session.write(plan))) plan = planBatch(batch, await session.read(), this.key);
      return { results: plan.results, way: session.way };
    } catch (error) {
      await session.abandon(error);
      throw error;
    }
  }

  private deliver(batch: readonly Entry[], results: readonly CommandResult[], way: BatchSession['way'], ms: number): void {
    this.observer.batchCommitted(batch.length, way, ms);
    let isFollowed = false;
    batch.forEach((entry, index) => {
      const result = results[index]!;
      const { journal, events } = entry.command;
      isFollowed ||= 'committed' in result && (journal !== undefined || (events?.length ?? 0) > 0);
      if ('deferred' in result) this.defer(entry);
      else this.answer(entry, result);
    });
    if (isFollowed) this.observer.committed();
  }

  /** Defers a command whose row is locked to the next batch, then by growing delays. */
  private defer(entry: Entry): void {
    if (entry.deferrals++ === 0) {
      entry.deferredSince = performance.now();
      this.queue.unshift(entry);
      return this.begin();
    }
    if (performance.now() - entry.deferredSince > LONGEST_DEFERRAL_MS)
      return this.answer(entry, { failed: new Failure(walletFailures.overloaded, { retryAfterSeconds: 1 }) });
    const delayMs = Math.min(2 ** (entry.deferrals - 2), LONGEST_DEFERRAL_PAUSE_MS);
    setTimeout(() => {
      this.queue.unshift(entry);
      this.begin();
    }, delayMs);
  }

  private answer({ resolve, reject }: Entry, outcome: Answer): void {
    if ('committed' in outcome) resolve(outcome.committed);
    else if ('replayed' in outcome) resolve(outcome.replayed);
    else if ('stale' in outcome) resolve('stale');
    else reject('refused' in outcome ? outcome.refused : outcome.failed);
    if (--this.open === 0) this.whenSettled();
  }

  /** Finds the command that fails the batch by bisection. */
  private async isolate(batch: Entry[], error: unknown): Promise<void> {
    if (batch.length === 1) {
      const cause = error instanceof StoreFailure ? error.cause : error;
      this.observer.problem('a command cannot be committed', cause, { action: batch[0]!.command.idempotencyKey.action });
      return this.answer(batch[0]!, { failed: cause });
    }
    this.observer.batchRerun('isolate');
    const middle = batch.length >> 1;
    await this.settle(batch.slice(0, middle), true);
    await this.settle(batch.slice(middle), true);
  }

  private refuseAll(batch: readonly Entry[], failure: Failure): void {
    for (const entry of batch) this.answer(entry, { failed: failure });
  }

  private giveUp(batch: Entry[], cause: unknown, isOutcomeOpen: boolean): void {
    const outcome = isOutcomeOpen ? 'outcome of a batch unknown' : 'a batch was not committed';
    this.observer.problem(`the database is away: ${outcome}`, cause, { commands: batch.length });
    const failure = isOutcomeOpen ? walletFailures.outcome_unknown : walletFailures.overloaded;
    for (const entry of batch) this.answer(entry, { failed: new Failure(failure, { retryAfterSeconds: 5, cause }) });
  }
}

function keysOf(batch: readonly Entry[]): IdempotencyKey[] {
  return batch.map(({ command }) => command.idempotencyKey);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
