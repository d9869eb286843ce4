import type { Clock } from '../../kernel/clock.js';
import { newId } from '../../kernel/ids.js';
import { soon } from '../../kernel/timers.js';
import type { ChainKey } from '../chain/domain/hash-chain.js';
import { assertPostable } from '../domain/journal.js';
import type { CommitResult, LedgerCommand } from '../domain/ledger-command.js';
import { BatchCommitter } from './batch-committer.js';
import { BlockedCommands } from './blocked-commands.js';
import { CommandAnswers, overloaded } from './command-answers.js';
import { keysWith, type LedgerKeys } from './commit-once.js';
import { type PendingCommand, recordNames } from './pending-command.js';
import { Ledger, type LedgerObserver, type LedgerStore } from './ports.js';

const LARGEST_QUEUE = 8_192;
/** Waiting commands from which a second batch is begun during the first. */
const PIPELINING_THRESHOLD = 16;
/** Waiting commands from which a batch begins before the rest of the requests are read. */
const EARLY_START_THRESHOLD = 24;

/**
 * Group commit: commands that arrive during one commit form the next batch, without a timer. The unique key of `money_request`
 * executes each once; a batch with a known key runs again with a look-up, and a command that fails its batch is isolated by
 * bisection.
 */
export class GroupCommitLedger extends Ledger {
  private readonly queue: PendingCommand[] = [];
  private running = 0;
  private isWaking = false;
  private closed = false;
  private readonly keys: LedgerKeys;
  private readonly answers: CommandAnswers;
  private readonly blocked: BlockedCommands;
  private readonly committer: BatchCommitter;

  constructor(
    private readonly store: LedgerStore,
    private readonly clock: Clock,
    key: ChainKey,
    observer: LedgerObserver,
    /** Whether the caller is inside a unit of work. */
    private readonly inUnit: () => boolean = () => false,
    /** Runs work outside of the caller's async context. */
    private readonly detached: (work: () => void) => void = (work) => work(),
    /** Finds earlier keys, under which holds were made. */
    keyOf?: (id: string) => ChainKey | undefined,
    recordsKey?: () => ChainKey,
  ) {
    super();
    const defaults = keysWith(key);
    this.keys = { current: key, find: keyOf ?? defaults.find, records: recordsKey ?? defaults.records };
    this.answers = new CommandAnswers(observer);
    this.blocked = new BlockedCommands(store, observer, this.answers, (released) => this.requeue(released));
    const requeue = (pending: PendingCommand) => this.requeue([pending]);
    this.committer = new BatchCommitter(store, this.keys, observer, this.answers, this.blocked, requeue);
  }

  /** @throws Error where no ledger could commit the command from here */
  check({ journal }: LedgerCommand): void {
    if (journal) assertPostable(journal);
    // The unit would wait for a commit that waits for the unit's own locks.
    if (this.inUnit()) throw new Error('a command is committed in a transaction of its own, never inside a unit of work');
  }

  /** @param attemptId the same where a command is sent again because its result was lost */
  commit(command: LedgerCommand, attemptId = newId()): Promise<CommitResult> {
    this.check(command);
    if (this.closed || this.depth >= LARGEST_QUEUE) return Promise.reject(overloaded());
    return new Promise((resolve, reject) => {
      const names = recordNames(command.idempotencyKey, this.keys.records());
      const arrivedAt = this.clock.now();
      this.enqueue({ command, ...names, arrivedAt, attemptId, resolve, reject, deferrals: 0, deferredSince: 0 });
    });
  }

  get depth(): number {
    return this.queue.length + this.blocked.size;
  }

  get isStalled(): boolean {
    return this.committer.isStalled;
  }

  /** Refuses new commands, waits for the queued ones, then closes the store. */
  async close(): Promise<void> {
    this.closed = true;
    await this.answers.allAnswered();
    await this.store.close();
  }

  /** Begins batches detached, because they must not inherit the async context of one request. */
  private enqueue(pending: PendingCommand): void {
    this.answers.expect();
    const place = this.blocked.placeOf(pending);
    if (place !== undefined) return this.detached(() => this.blocked.add(place, [pending]));
    this.queue.push(pending);
    if (!this.mayBegin()) return;
    if (this.store.maxConcurrentBatches > 1 && this.queue.length >= EARLY_START_THRESHOLD)
      return this.detached(() => this.begin());
    if (this.isWaking) return;
    this.isWaking = true;
    // Everything of this turn of the event loop joins the batch.
    this.detached(() => soon(() => this.begin()));
  }

  private requeue(pending: readonly PendingCommand[]): void {
    this.queue.unshift(...pending);
    this.begin();
  }

  /** A second batch would only wait for the first one's locks, so it collects more commands first. */
  private mayBegin(): boolean {
    return this.running === 0 || (this.running < this.store.maxConcurrentBatches && this.queue.length >= PIPELINING_THRESHOLD);
  }

  private begin(): void {
    this.isWaking = false;
    while (this.queue.length > 0 && this.mayBegin()) {
      this.running++;
      void this.committer.commit(this.queue.splice(0, this.committer.largestBatch)).finally(() => {
        this.running--;
        this.begin();
      });
    }
  }
}
