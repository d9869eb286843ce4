import type { IdempotencyKey } from '../../kernel/caller.js';
import type { Clock } from '../../kernel/clock.js';
import { Failure } from '../../kernel/failure.js';
import { newId } from '../../kernel/ids.js';
import { accountsOf, type CommandResult, idempotencyName, planBatch } from '../domain/batch.js';
import type { ChainKey } from '../chain/domain/hash-chain.js';
import { assertPostable } from '../domain/journal.js';
import { type CommitResult, type LedgerCommand, tablesBeside } from '../domain/ledger-command.js';
import { recordKey, recordsKeyOf } from '../chain/domain/records-key.js';
import { walletFailures } from '../domain/wallet.failures.js';
import { accountPlace, BlockedCommands, type DeferredCommand, LONGEST_DEFERRAL_MS } from './blocked-commands.js';
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
const LONGEST_DEFERRAL_PAUSE_MS = 25;
/** How long commands wait for an unreachable database. */
const RECONNECT_MS = 15_000;

type Answer = Exclude<CommandResult, { readonly deferred: true }> | { readonly failed: unknown };

interface Entry extends DeferredCommand {
  readonly resolve: (result: CommitResult) => void;
  readonly reject: (error: unknown) => void;
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
  private readonly blocked: BlockedCommands<Entry>;

  constructor(
    private readonly store: LedgerStore,
    private readonly clock: Clock,
    private readonly key: ChainKey,
    private readonly observer: LedgerObserver,
    /** Whether the caller is inside a unit of work. */
    private readonly inUnit: () => boolean = () => false,
    /** Runs work outside of the caller's async context. */
    private readonly detached: (work: () => void) => void = (work) => work(),
    /** Of holds that were made under an earlier key. */
    private readonly keyOf: (id: string) => ChainKey | undefined = (id) => (id === key.id ? key : undefined),
    private readonly recordsKey: () => ChainKey = () => recordsKeyOf(key),
  ) {
    super();
    const release = (entries: readonly Entry[]) => {
      this.queue.unshift(...entries);
      this.begin();
    };
    this.blocked = new BlockedCommands(store, release, observer, (entry, cause) => this.refuseAll([entry], overloaded(cause)));
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
      this.open++;
      const entry: Entry = {
        command,
        ...namesOf(command.idempotencyKey, this.recordsKey()),
        arrivedAt: this.clock.now(),
        attemptId,
        resolve,
        reject,
        deferrals: 0,
        deferredSince: 0,
      };
      // Batches must not inherit the async context of one request.
      const place = this.blocked.placeOf(entry);
      if (place !== undefined) return this.detached(() => this.blocked.add(place, [entry]));
      this.queue.push(entry);
      if (!this.mayBegin()) return;
      if (this.store.maxConcurrentBatches > 1 && this.queue.length >= EARLY_START_THRESHOLD)
        return this.detached(() => this.begin());
      if (this.isWaking) return;
      this.isWaking = true;
      // Everything of this turn of the event loop joins the batch.
      this.detached(() => setImmediate(() => this.begin()));
    });
  }

  get depth(): number {
    return this.queue.length + this.blocked.size;
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
    if (batch.length === 0) return;
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
        if (kind === 'unproved') {
          this.observer.broken(error);
          if (isOutcomeOpen) return this.giveUp(batch, error, true);
          const { cause } = error as StoreFailure;
          return this.refuseAll(batch, new Failure(walletFailures.chain_broken, { retryAfterSeconds: 60, cause }));
        }
        if (kind === 'unreachable') {
          const now = performance.now();
          this.awaySince ??= now;
          lostSince ??= now;
          // Measured from the first loss, or from this batch's loss where another batch succeeded since.
          if (now - Math.min(this.awaySince, lostSince) > RECONNECT_MS) return this.giveUp(batch, error, isOutcomeOpen);
          this.observer.batchRerun('connection');
          await pause(100);
        } else if (kind === 'lock_timeout' && !isOutcomeOpen) {
          const free = await this.setAside(batch, error as StoreFailure);
          if (free.length < batch.length) return this.settle(free, lookUp);
          if (performance.now() - begunAt > LONGEST_DEFERRAL_MS) return this.refuseAll(batch, overloaded(error));
          this.observer.batchRerun('lock');
          await pause(Math.random() * 5);
        } else if ((kind === 'retry' || kind === 'lock_timeout') && lockRuns < RERUNS) {
          this.observer.batchRerun('lock');
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

  /** Leaves the commands that write to what is locked to themselves. @returns the others */
  private async setAside(batch: Entry[], { table = 'unknown' }: StoreFailure): Promise<Entry[]> {
    this.observer.blocked(table, batch.length);
    const locked = table === 'ledger_account' ? await this.lockedAccounts(batch) : undefined;
    const placeOf = (entry: Entry) => {
      if (!locked) return tablesBeside(entry.command).has(table) ? table : undefined;
      const account = accountsOf([entry]).find((id) => locked.has(id));
      return account && accountPlace(account);
    };
    // Together, because they are tried together.
    const byPlace = new Map<string | undefined, Entry[]>();
    for (const entry of batch) {
      const place = placeOf(entry);
      byPlace.set(place, [...(byPlace.get(place) ?? []), entry]);
    }
    for (const [place, entries] of byPlace) if (place !== undefined) this.blocked.add(place, entries);
    return byPlace.get(undefined) ?? [];
  }

  /** Where it cannot be read, the batch runs again as a whole. */
  private lockedAccounts(batch: readonly Entry[]): Promise<ReadonlySet<string>> {
    return this.store.lockedAccounts(accountsOf(batch)).catch(() => new Set<string>());
  }

  /** Recently seen keys; after an unknown outcome all keys. */
  private seenLately(batch: readonly Entry[]): IdempotencyKey[] {
    const seen = keysOf(batch.filter(({ name }) => this.recent.has(name)));
    for (const { name } of batch) this.recent.add(name);
    return seen;
  }

  private async runOnce(
    batch: Entry[],
    lookUps: readonly IdempotencyKey[],
  ): Promise<{ results: readonly CommandResult[]; way: BatchSession['way'] }> {
    const conditional = batch.filter(({ command }) => isConditional(command)).map(stored);
    const spendingLimits = batch.flatMap(({ command }) => command.spendingLimit ?? []);
    const reading: BatchReading = { accounts: accountsOf(batch), lookUps, conditional, spendingLimits };
    const session = await this.store.begin(reading);
    try {
      const plan = async () => planBatch(batch, await session.read(), this.key, this.keyOf, this.recordsKey());
      let planned = await plan();
      while (!(await session.write(planned))) planned = await plan();
      return { results: planned.results, way: session.way };
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
    if (performance.now() - entry.deferredSince > LONGEST_DEFERRAL_MS) return this.answer(entry, { failed: overloaded() });
    const delayMs = Math.min(2 ** (entry.deferrals - 2), LONGEST_DEFERRAL_PAUSE_MS);
    setTimeout(() => {
      this.queue.unshift(entry);
      this.begin();
    }, delayMs);
  }

  private answer({ command, resolve, reject }: Entry, outcome: Answer): void {
    if ('halted' in outcome)
      this.observer.halted(outcome.halted, { action: command.idempotencyKey.action, subject: command.journal?.subject });
    if ('committed' in outcome) resolve(outcome.committed);
    else if ('replayed' in outcome) resolve(outcome.replayed);
    else if ('stale' in outcome) resolve('stale');
    else if ('halted' in outcome) reject(outcome.halted);
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

/** Rows are read before it is planned. */
function isConditional({ updates = [], journal }: LedgerCommand): boolean {
  return updates.length > 0 || journal?.ends !== undefined;
}

function keysOf(batch: readonly Entry[]): IdempotencyKey[] {
  return batch.map(({ command, recordKey: key }) => ({ ...command.idempotencyKey, key }));
}

/** The command with the key that its record is stored under. */
function stored({ command, recordKey: key }: Entry): LedgerCommand {
  return { ...command, idempotencyKey: { ...command.idempotencyKey, key } };
}

function namesOf(idempotencyKey: IdempotencyKey, recordsKey: ChainKey): Pick<Entry, 'recordKey' | 'name'> {
  const key = recordKey(idempotencyKey, recordsKey);
  return { recordKey: key, name: idempotencyName({ ...idempotencyKey, key }) };
}

function overloaded(cause?: unknown): Failure {
  return new Failure(walletFailures.overloaded, { retryAfterSeconds: 1, cause });
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
