import type { IdempotencyKey } from '../../kernel/caller.js';
import { after, sleep, soon, steadyMs } from '../../kernel/timers.js';
import { BatchAttempts, Outage } from './batch-attempts.js';
import { type BlockedCommands, LONGEST_DEFERRAL_MS } from './blocked-commands.js';
import { type CommandAnswers, overloaded } from './command-answers.js';
import { type CommittedBatch, commitIn, readingOf, type LedgerKeys } from './commit-once.js';
import { type PendingCommand, recordKeysOf } from './pending-command.js';
import { type LedgerObserver, type LedgerStore, StoreFailure } from './ports.js';

/** Keys seen lately in this process, so that a repeat is looked up before it fails a batch. The unique key decides. */
export class RecentKeys {
  private young = new Set<string>();
  private old = new Set<string>();

  constructor(private readonly size = 20_000) {}

  add(name: string): void {
    this.young.add(name);
    if (this.young.size < this.size) return;
    this.old = this.young;
    this.young = new Set();
  }

  has(name: string): boolean {
    return this.young.has(name) || this.old.has(name);
  }
}

const LARGEST_BATCH = 256;
const BATCH_GROWTH = 16;
const LONGEST_DEFERRAL_PAUSE_MS = 25;

/** Commits a batch, again after a failure that may pass, and answers each of its commands. */
export class BatchCommitter {
  private readonly outage = new Outage();
  private readonly recent = new RecentKeys();
  private largest = LARGEST_BATCH;

  constructor(
    private readonly store: LedgerStore,
    private readonly keys: LedgerKeys,
    private readonly observer: LedgerObserver,
    private readonly answers: CommandAnswers,
    private readonly blocked: BlockedCommands,
    private readonly requeue: (pending: PendingCommand) => void,
  ) {}

  /** Batches do not progress, because the database is away. */
  get isStalled(): boolean {
    return this.outage.isOn || this.store.isStalled;
  }

  /** Commands of one batch: fewer after a transaction was lost, which a server ends where a starved process takes too long. */
  get largestBatch(): number {
    return this.largest;
  }

  /** Resolves when the batch has ended, which may be before its commands are answered. Never rejects. */
  commit(batch: readonly PendingCommand[], looksUpAll = false): Promise<void> {
    return this.attempt(batch, new BatchAttempts(batch.length, this.outage, this.observer, looksUpAll));
  }

  private async attempt(batch: readonly PendingCommand[], attempts: BatchAttempts): Promise<void> {
    if (batch.length === 0) return;
    const seenLately = this.seenLately(batch);
    for (;;) {
      let hasBegun = false;
      try {
        const lookUps = attempts.looksUpAll ? recordKeysOf(batch) : seenLately;
        const session = await this.store.begin(readingOf(batch, lookUps));
        hasBegun = true;
        const committed = await commitIn(session, batch, this.keys);
        this.outage.end();
        if (batch.length >= this.largest) this.largest = Math.min(LARGEST_BATCH, this.largest + BATCH_GROWTH);
        const ms = attempts.elapsedMs;
        // Callers run after the next batch was sent.
        soon(() => this.deliver(batch, committed, ms));
        return;
      } catch (error) {
        let next = attempts.afterFailure(error);
        if (next.step === 'set_aside') {
          const free = await this.blocked.setAside(batch, next.table);
          if (free.length < batch.length) return this.commit(free, attempts.looksUpAll);
          next = attempts.afterLockTimeout(error);
        }
        if (next.step === 'refuse') return this.answers.refuse(batch, next.failure);
        if (next.step === 'isolate') return this.isolate(batch, error);
        if (next.pauseMs !== undefined) await sleep(next.pauseMs);
        if (hasBegun && batch.length > 1 && isLost(error)) return this.halve(batch, attempts);
      }
    }
  }

  /** Finds the command that fails the batch by bisection. */
  private async isolate(batch: readonly PendingCommand[], error: unknown): Promise<void> {
    const [first] = batch;
    if (batch.length === 1 && first) {
      const cause = error instanceof StoreFailure ? error.cause : error;
      this.observer.problem('a command cannot be committed', cause, { action: first.command.idempotencyKey.action });
      return this.answers.answer(first, { failed: cause });
    }
    this.observer.batchRerun('isolate');
    const middle = batch.length >> 1;
    await this.commit(batch.slice(0, middle), true);
    await this.commit(batch.slice(middle), true);
  }

  private async halve(batch: readonly PendingCommand[], attempts: BatchAttempts): Promise<void> {
    const middle = batch.length >> 1;
    this.largest = Math.min(this.largest, middle);
    for (const part of [batch.slice(0, middle), batch.slice(middle)]) await this.attempt(part, attempts.ofPart(part.length));
  }

  private seenLately(batch: readonly PendingCommand[]): IdempotencyKey[] {
    const seen = recordKeysOf(batch.filter(({ name }) => this.recent.has(name)));
    for (const { name } of batch) this.recent.add(name);
    return seen;
  }

  private deliver(batch: readonly PendingCommand[], { results, way }: CommittedBatch, ms: number): void {
    this.observer.batchCommitted(batch.length, way, ms);
    let isFollowed = false;
    batch.forEach((pending, index) => {
      const result = results[index]!;
      const { journal, events } = pending.command;
      isFollowed ||= 'committed' in result && (journal !== undefined || (events?.length ?? 0) > 0);
      if ('deferred' in result) this.defer(pending);
      else this.answers.answer(pending, result);
    });
    if (isFollowed) this.observer.committed();
  }

  /** Defers a command whose row is locked to the next batch, then by growing delays. */
  private defer(pending: PendingCommand): void {
    if (pending.deferrals++ === 0) {
      pending.deferredSince = steadyMs();
      return this.requeue(pending);
    }
    if (steadyMs() - pending.deferredSince > LONGEST_DEFERRAL_MS) return this.answers.answer(pending, { failed: overloaded() });
    const delayMs = Math.min(2 ** (pending.deferrals - 2), LONGEST_DEFERRAL_PAUSE_MS);
    after(delayMs, () => this.requeue(pending));
  }
}

function isLost(error: unknown): boolean {
  return error instanceof StoreFailure && error.kind === 'unreachable';
}
