import type { IdempotencyKey } from '../../../kernel/caller.js';
import { Clock } from '../../../kernel/clock.js';
import { Failure } from '../../../kernel/failure.js';
import { newId } from '../../../kernel/ids.js';
import { isConnectionLost, isDuplicate, isRetryable } from '../../../platform/database/errors.js';
import { outsideTransaction } from '../../../platform/database/outside-transaction.js';
import type { Log } from '../../../platform/telemetry/log.js';
import type { Metrics } from '../../../platform/telemetry/metrics.js';
import { Ledger } from '../application/ports/ledger.js';
import { accountsOf, type CommandResult, planBatch, idempotencyName, type QueuedCommand } from '../domain/batch.js';
import type { CommitResult, LedgerCommand } from '../domain/ledger-command.js';
import { assertBalanced } from '../domain/journal.js';
import { walletFailures } from '../domain/wallet.failures.js';
import type { LedgerStore } from './ledger-store.js';
import { RecentKeys } from './recent-keys.js';

const LARGEST_BATCH = 256;
const LARGEST_QUEUE = 8_192;
/** So many wait before a batch is begun while another is under way. */
const PIPELINING_THRESHOLD = 16;
/** With so many the database may begin while the requests behind them are still being read. */
const EARLY_START_THRESHOLD = 24;
const RERUNS = 20;
/** How long a command waits for a row that another transaction holds. */
const LONGEST_DEFERRAL_MS = 5_000;
const LONGEST_DEFERRAL_PAUSE_MS = 100;
/** How long commands wait for an unreachable database before they are answered with an unknown outcome. */
const RECONNECT_MS = 15_000;

type Told = Exclude<CommandResult, { readonly deferred: true }> | { readonly failed: unknown };

interface Entry extends QueuedCommand {
  readonly resolve: (result: CommitResult) => void;
  readonly reject: (error: unknown) => void;
  /** How often a row that it updates was locked, and since when (ms of `performance.now`). */
  deferrals: number;
  deferredSince: number;
}

/**
 * Group commit: commands that arrive during one commit form the next batch. There is no timer, so a
 * single command is not delayed, and under load hundreds share one durable commit.
 * Each command is executed once by the unique key of `money_request`, which is not read before. A batch with a known key
 * runs again with a look-up after the locks. A command that fails its batch is isolated by bisection.
 */
export class GroupCommitLedger extends Ledger {
  private readonly queue: Entry[] = [];
  /** Commands accepted and not answered yet. */
  private open = 0;
  /** Batches under way. */
  private running = 0;
  private isWaking = false;
  private closed = false;
  private whenSettled: () => void = () => undefined;
  /** When the database went away (ms of `performance.now`), until a commit succeeds. */
  private awaySince: number | undefined;
  private readonly recent = new RecentKeys();

  constructor(
    private readonly store: LedgerStore,
    private readonly clock: Clock,
    private readonly afterCommit: () => void,
    private readonly metrics: Metrics,
    private readonly log: Log,
    /** Whether the caller is inside a unit of work. */
    private readonly inUnit: () => boolean = () => false,
  ) {
    super();
  }

  commit(command: LedgerCommand): Promise<CommitResult> {
    if (command.journal) assertBalanced(command.journal);
    // The unit would hold its locks (embedded: the only connection) and wait for a commit that waits for them.
    if (this.inUnit()) throw new Error('a command is committed in a transaction of its own, never inside a unit of work');
    if (this.closed || this.queue.length >= LARGEST_QUEUE)
      return Promise.reject(new Failure(walletFailures.overloaded, { retryAfterSeconds: 1 }));
    return new Promise((resolve, reject) => {
      this.open++;
      this.queue.push({
        command,
        name: idempotencyName(command.idempotencyKey),
        arrivedAt: this.clock.now(),
        attemptId: newId(),
        resolve,
        reject,
        deferrals: 0,
        deferredSince: 0,
      });
      if (!this.mayBegin()) return;
      // The writer outlives the request that wakes it.
      if (this.store.maxConcurrentBatches > 1 && this.queue.length >= EARLY_START_THRESHOLD)
        return outsideTransaction(() => this.begin());
      if (this.isWaking) return;
      this.isWaking = true;
      // Everything of this turn of the event loop joins the batch.
      outsideTransaction(() => setImmediate(() => this.begin()));
    });
  }

  /** Facts that wait for the next batch. */
  get depth(): number {
    return this.queue.length;
  }

  /** Takes nothing more, waits for what is queued, then lets go of the connection. */
  async close(): Promise<void> {
    this.closed = true;
    if (this.open > 0) await new Promise<void>((resolve) => (this.whenSettled = resolve));
    await this.store.close();
  }

  /** A first batch starts at once. A second one would only wait for its locks, so it collects more commands first. */
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
    const seenLately = this.seenLately(batch);
    let lookUp = lookUpAll;
    let lostSince: number | undefined;
    let lockRuns = 0;
    let results: readonly CommandResult[] | undefined;
    while (!results) {
      try {
        results = await this.runOnce(batch, lookUp ? batch.map(({ command }) => command.idempotencyKey) : seenLately);
      } catch (error) {
        if (error instanceof Failure && error.is(walletFailures.stale_copy))
          return lostSince === undefined ? this.refuseAll(batch, error) : this.giveUp(batch, error);
        if (isConnectionLost(error)) {
          const now = performance.now();
          this.awaySince ??= now;
          lostSince ??= now;
          // Since it went away, for those behind; since this batch lost it, where another one gets through.
          if (now - Math.min(this.awaySince, lostSince) > RECONNECT_MS) return this.giveUp(batch, error);
          // The commit may have reached the database: the keys decide.
          lookUp = true;
          this.metrics.ledgerRerun('connection');
          await pause(100);
        } else if (isRetryable(error) && lockRuns < RERUNS) {
          this.metrics.ledgerRerun('lock');
          await pause(Math.random() * 5 * lockRuns++);
        } else if (!lookUp) {
          // Mostly a request seen before. Whatever else it was, with the keys looked up it cannot hide a repeat
          // (whose changes find nothing to change) nor a commit that did happen.
          lookUp = true;
          this.metrics.ledgerRerun(isDuplicate(error) ? 'duplicate' : 'error');
        } else if (lostSince !== undefined) {
          // The packet may still be committed, so no error may claim that it was not.
          return this.giveUp(batch, error);
        } else {
          return this.isolate(batch, error);
        }
      }
    }
    this.awaySince = undefined;
    const known = results;
    // The next batch is on its way to the database before the callers of this one take up the processor.
    setImmediate(() => this.deliver(batch, known));
  }

  /** Recently seen keys; from now on all keys, because they may be committed without our knowledge. */
  private seenLately(batch: readonly Entry[]): IdempotencyKey[] {
    const seen = batch.filter(({ name }) => this.recent.has(name)).map(({ command }) => command.idempotencyKey);
    for (const { name } of batch) this.recent.add(name);
    return seen;
  }

  private async runOnce(batch: Entry[], lookUps: readonly IdempotencyKey[]): Promise<readonly CommandResult[]> {
    let results: readonly CommandResult[] = [];
    const conditional = batch.map(({ command }) => command).filter(({ updates = [] }) => updates.length > 0);
    await this.store.run({ accounts: accountsOf(batch), lookUps, conditional }, (books) => {
      const plan = planBatch(batch, books);
      results = plan.results;
      return plan;
    });
    return results;
  }

  private deliver(batch: readonly Entry[], results: readonly CommandResult[]): void {
    this.metrics.ledgerBatch(batch.length);
    let isFollowed = false;
    batch.forEach((entry, index) => {
      const outcome = results[index]!;
      const { journal, events } = entry.command;
      isFollowed ||= 'committed' in outcome && (journal !== undefined || (events?.length ?? 0) > 0);
      if ('deferred' in outcome) this.defer(entry);
      else this.tell(entry, outcome);
    });
    if (isFollowed) this.afterCommit();
  }

  /** Sends a command whose row is locked through a later batch: the next one first, then after a growing pause. */
  private defer(entry: Entry): void {
    if (entry.deferrals++ === 0) {
      entry.deferredSince = performance.now();
      this.queue.unshift(entry);
      return this.begin();
    }
    if (performance.now() - entry.deferredSince > LONGEST_DEFERRAL_MS)
      return this.tell(entry, { failed: new Failure(walletFailures.overloaded, { retryAfterSeconds: 1 }) });
    const delayMs = Math.min(2 ** entry.deferrals, LONGEST_DEFERRAL_PAUSE_MS);
    setTimeout(() => {
      this.queue.unshift(entry);
      this.begin();
    }, delayMs);
  }

  private tell({ resolve, reject }: Entry, outcome: Told): void {
    if ('committed' in outcome) resolve(outcome.committed);
    else if ('replayed' in outcome) resolve(outcome.replayed);
    else if ('stale' in outcome) resolve('stale');
    else reject('refused' in outcome ? outcome.refused : outcome.failed);
    if (--this.open === 0) this.whenSettled();
  }

  /** One command fails the batch: halve until it is alone. */
  private async isolate(batch: Entry[], error: unknown): Promise<void> {
    if (batch.length === 1) {
      this.log.problem('a command cannot be committed', error, { action: batch[0]!.command.idempotencyKey.action });
      return this.tell(batch[0]!, { failed: error });
    }
    this.metrics.ledgerRerun('isolate');
    const middle = batch.length >> 1;
    await this.settle(batch.slice(0, middle), true);
    await this.settle(batch.slice(middle), true);
  }

  private refuseAll(batch: readonly Entry[], failure: Failure): void {
    for (const entry of batch) this.tell(entry, { failed: failure });
  }

  private giveUp(batch: Entry[], cause: unknown): void {
    this.log.problem('the database is away: outcome of a batch unknown', cause, { commands: batch.length });
    for (const entry of batch)
      this.tell(entry, { failed: new Failure(walletFailures.outcome_unknown, { retryAfterSeconds: 5, cause }) });
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
