import type { MoneyRequest, Replayed } from '../../../kernel/caller.js';
import { Clock } from '../../../kernel/clock.js';
import { Failure } from '../../../kernel/failure.js';
import { newId } from '../../../kernel/ids.js';
import { isConnectionLost, isDuplicate, isRetryable } from '../../../platform/database/errors.js';
import { outside } from '../../../platform/database/outside.js';
import type { Log } from '../../../platform/telemetry/log.js';
import type { Metrics } from '../../../platform/telemetry/metrics.js';
import { Ledger } from '../application/ports/ledger.js';
import { accountsOf, type Outcome, planBatch, requestName, type Waiting } from '../domain/batch.js';
import type { Committed, Fact } from '../domain/fact.js';
import { assertBalanced } from '../domain/journal.js';
import { walletFailures } from '../domain/wallet.failures.js';
import type { LedgerStore } from './ledger-store.js';
import { RecentKeys } from './recent-keys.js';

const LARGEST_BATCH = 256;
const LARGEST_QUEUE = 8_192;
const RERUNS = 20;
/** How long facts wait for a database that went away, before their callers are told that the outcome is unknown. */
const RECONNECT_MS = 15_000;

interface Entry extends Waiting {
  readonly resolve: (result: Committed | Replayed) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * The ledger as a draining writer: whatever arrived while the last commit ran is the next batch. No timer, so a
 * lone fact waits for nothing, and under load the cost of a durable commit is shared by hundreds.
 *
 * Exactly once by the unique key of `money_request`: it is not read before. A batch that meets a key seen before
 * runs again with the look-up after the locks. A fact that breaks its batch is found by halving and fails alone.
 */
export class GroupCommitLedger extends Ledger {
  private readonly queue: Entry[] = [];
  private draining: Promise<void> | undefined;
  private closed = false;
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

  commit(fact: Fact): Promise<Committed | Replayed> {
    if (fact.journal) assertBalanced(fact.journal);
    // The unit would hold its locks (embedded: the only connection) and wait for a commit that waits for them.
    if (this.inUnit()) throw new Error('a fact is committed in a transaction of its own, never inside a unit of work');
    if (this.closed || this.queue.length >= LARGEST_QUEUE)
      return Promise.reject(new Failure(walletFailures.overloaded, { retryAfterSeconds: 1 }));
    return new Promise((resolve, reject) => {
      this.queue.push({ fact, arrived: this.clock.now(), writer: newId(), resolve, reject });
      // The writer outlives the request that woke it.
      this.draining ??= outside(() => this.drain());
    });
  }

  /** Facts that wait for the next batch. */
  get depth(): number {
    return this.queue.length;
  }

  /** Takes nothing more, waits for what is queued, then lets go of the connection. */
  async close(): Promise<void> {
    this.closed = true;
    await this.draining;
    await this.store.close();
  }

  private async drain(): Promise<void> {
    // Everything of this turn of the event loop joins the first batch.
    await new Promise((resolve) => setImmediate(resolve));
    try {
      while (this.queue.length > 0) {
        await this.settle(this.queue.splice(0, LARGEST_BATCH), false);
      }
    } finally {
      this.draining = undefined;
    }
  }

  /** Commits a batch, or finds out for each of its facts why not. Never throws: every entry is told its outcome. */
  private async settle(batch: Entry[], lookUpAll: boolean): Promise<void> {
    let lookUp = lookUpAll;
    let outcomes: readonly Outcome[] | undefined;
    for (let run = 0; !outcomes; run++) {
      try {
        outcomes = await this.runOnce(batch, lookUp);
      } catch (error) {
        if (isConnectionLost(error)) {
          this.awaySince ??= performance.now();
          if (performance.now() - this.awaySince > RECONNECT_MS) return this.giveUp(batch, error);
          // The commit may have reached the database: the keys tell.
          lookUp = true;
          this.metrics.ledgerRerun('connection');
          await pause(100);
        } else if (isRetryable(error) && run < RERUNS) {
          this.metrics.ledgerRerun('lock');
          await pause(Math.random() * 5 * run);
        } else if (!lookUp) {
          // Mostly a request seen before. Whatever else it was, with the keys looked up it cannot hide a repeat
          // (whose changes find nothing to change) nor a commit that did happen.
          lookUp = true;
          this.metrics.ledgerRerun(isDuplicate(error) ? 'duplicate' : 'error');
        } else {
          return this.isolate(batch, error);
        }
      }
    }
    this.awaySince = undefined;
    this.deliver(batch, outcomes);
  }

  private async runOnce(batch: Entry[], lookUpAll: boolean): Promise<readonly Outcome[]> {
    const lookUps: MoneyRequest[] = [];
    for (const { fact } of batch) if (lookUpAll || this.recent.has(requestName(fact.request))) lookUps.push(fact.request);
    let outcomes: readonly Outcome[] = [];
    await this.store.run(accountsOf(batch), lookUps, (books) => {
      const plan = planBatch(batch, books);
      outcomes = plan.outcomes;
      return plan;
    });
    return outcomes;
  }

  private deliver(batch: Entry[], outcomes: readonly Outcome[]): void {
    this.metrics.ledgerBatch(batch.length);
    let events = false;
    batch.forEach(({ fact, resolve, reject }, index) => {
      const outcome = outcomes[index]!;
      this.recent.add(requestName(fact.request));
      if ('refused' in outcome) return reject(outcome.refused);
      if ('committed' in outcome) {
        events ||= (fact.events?.length ?? 0) > 0;
        resolve(outcome.committed);
      } else resolve(outcome.replayed);
    });
    if (events) this.afterCommit();
  }

  /** One fact of the batch breaks it: halve until it stands alone. */
  private async isolate(batch: Entry[], error: unknown): Promise<void> {
    if (batch.length === 1) {
      this.log.problem('a fact cannot be committed', error, { action: batch[0]!.fact.request.action });
      return batch[0]!.reject(error);
    }
    this.metrics.ledgerRerun('isolate');
    const middle = batch.length >> 1;
    await this.settle(batch.slice(0, middle), true);
    await this.settle(batch.slice(middle), true);
  }

  private giveUp(batch: Entry[], cause: unknown): void {
    this.log.problem('the database is away: outcome of a batch unknown', cause, { facts: batch.length });
    for (const { reject } of batch) reject(new Failure(walletFailures.outcome_unknown, { retryAfterSeconds: 5, cause }));
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
