import { Failure, type FailureDefinition } from '../../kernel/failure.js';
import { type ChainKey, nextLink, type PostedJournal, type PostedLine } from '../chain/domain/hash-chain.js';
import { recordsKeyOf } from '../chain/domain/records-key.js';
import { BalancesInBatch } from './balances-in-batch.js';
import type { BatchPlan, CommandResult, LockedAccounts, NewHead, QueuedCommand } from './batch.js';
import { HoldsInBatch, type PlannedJournal } from './holds-in-batch.js';
import type { Journal } from './journal.js';
import type { LedgerCommand } from './ledger-command.js';
import { PostingTimes } from './posting-times.js';
import { RecordsInBatch } from './records-in-batch.js';
import { refusalOf, SpendingInBatch, type SpendingLimit } from './spending-limit.js';
import { textOf } from './unproved.js';
import { UpdatedRows } from './updated-rows.js';
import { ledgerFailures } from './ledger.failures.js';

/** Plans a batch in order of arrival, without I/O. Wallets never go below zero, and a known idempotency key changes nothing. */
export function planBatch(
  batch: readonly QueuedCommand[],
  locked: LockedAccounts,
  key: ChainKey,
  keyOf: (id: string) => ChainKey | undefined = (id) => (id === key.id ? key : undefined),
  recordsKey = recordsKeyOf(key),
): BatchPlan {
  const isLimited = batch.some(
    ({ command: { spendingLimit, receivingLimit } }) => spendingLimit !== undefined || receivingLimit !== undefined,
  );
  const planner = new Planner(locked, key, recordsKey, keyOf, isLimited);
  const results = batch.map((queued) => planner.decide(queued));
  return planner.finish(results);
}

class Planner {
  private readonly accepted: { command: LedgerCommand; committedAt: number }[] = [];
  private readonly journals: PostedJournal[] = [];
  private readonly records: RecordsInBatch;
  private readonly balances: BalancesInBatch;
  private readonly rows: UpdatedRows;
  private readonly times: PostingTimes;
  private readonly spending: SpendingInBatch;
  private readonly holds: HoldsInBatch;

  constructor(
    private readonly locked: LockedAccounts,
    private readonly key: ChainKey,
    private readonly recordsKey: ChainKey,
    keyOf: (id: string) => ChainKey | undefined,
    private readonly isLimited: boolean,
  ) {
    this.records = new RecordsInBatch(locked.foundRecords);
    this.balances = new BalancesInBatch(locked.accounts);
    this.times = new PostingTimes(locked.head.committedAt, locked.head.postingCounts);
    this.rows = new UpdatedRows(locked.rowStates);
    this.spending = new SpendingInBatch(locked.debitsSince ?? new Map());
    this.holds = new HoldsInBatch(locked.holds ?? new Map(), key, keyOf);
  }

  decide(queued: QueuedCommand): CommandResult {
    const { command, arrivedAt } = queued;
    const earlier = this.records.resultOf(queued);
    if (earlier) return earlier;

    const rowState = this.rows.stateOf(command);
    if (rowState !== 'matches') return rowState === 'stale' ? { stale: true } : { deferred: true };
    const planned = command.journal && this.holds.plan(command.journal);
    if (planned === 'locked') return { deferred: true };
    if (planned === 'stale') return { stale: true };
    if (planned instanceof Failure) return { halted: planned };
    const submitted = command.submits && this.holds.submit(command.submits);
    if (submitted === 'locked') return { deferred: true };
    if (submitted === 'stale') return { stale: true };
    if (submitted instanceof Failure) return { halted: submitted };
    const doubt = this.doubtOf(planned?.journal, command);
    if (doubt === 'unread') return { deferred: true };
    if (doubt) return { halted: doubt };

    const committedAt = this.times.next(arrivedAt, planned?.journal);
    const { spendingLimit, receivingLimit } = command;
    const refusal =
      this.checkSpending(spendingLimit, command, committedAt) ?? this.checkSpending(receivingLimit, command, committedAt);
    if (refusal === 'stale') return { stale: true };
    if (refusal === 'unknown') return { deferred: true };
    const posted =
      refusal ??
      this.balances.refusalOf(command.blocks) ??
      (planned && this.balances.post(planned.journal, command.balanceLimit, committedAt));
    if (posted instanceof Failure) return { halted: posted };
    if (posted && !Array.isArray(posted)) return this.refuse(queued, posted, committedAt);
    if (command.blocks) this.balances.block(command.blocks, committedAt);
    this.accept(queued, committedAt);
    if (submitted) this.holds.submitted(submitted);
    if (planned && posted) this.post(planned, posted, queued.recordKey, committedAt);
    return { committed: { committedAt } };
  }

  finish(results: CommandResult[]): BatchPlan {
    return {
      results,
      idempotencyRecords: this.records.added,
      accepted: this.accepted,
      journals: this.journals,
      accounts: this.balances.changed,
      blocks: this.balances.changedBlocks(this.key),
      holds: this.holds.changed,
      head: this.newHead(),
      recordsKey: this.recordsKey,
    };
  }

  private refuse(queued: QueuedCommand, refusal: FailureDefinition, committedAt: number): CommandResult {
    this.records.addRefused(queued, refusal, committedAt);
    return { refused: new Failure(refusal, { remembered: true }) };
  }

  private accept(queued: QueuedCommand, committedAt: number): void {
    const { command } = queued;
    this.records.addAccepted(queued, committedAt);
    this.accepted.push({ command, committedAt });
    this.rows.accept(command);
  }

  private post(planned: PlannedJournal, lines: PostedLine[], request: string, committedAt: number): void {
    const { journal } = planned;
    const { id, kind, subject } = journal;
    this.journals.push({ id, kind, subject, postedAt: committedAt, request, lines });
    this.times.posted(committedAt, journal);
    if (this.isLimited) this.spending.posted(journal, committedAt);
    this.holds.accept(planned, committedAt);
  }

  private doubtOf(journal: Journal | undefined, { blocks }: LedgerCommand): 'unread' | Failure | undefined {
    const { doubts } = this.locked;
    if (!doubts || doubts.size === 0) return undefined;
    const found = [...(journal?.postings ?? []), ...(blocks ? [blocks] : [])].flatMap(({ account }) => doubts.get(account) ?? []);
    const wrongRow = found.find((doubt) => doubt !== 'unread');
    if (wrongRow) return new Failure(ledgerFailures.account_stopped, { cause: new Error(textOf(wrongRow)) });
    return found.length > 0 ? 'unread' : undefined;
  }

  private checkSpending(
    spendingLimit: SpendingLimit | undefined,
    { journal }: LedgerCommand,
    committedAt: number,
  ): FailureDefinition | 'stale' | 'unknown' | undefined {
    if (!spendingLimit || !journal) return undefined;
    if (spendingLimit.periods.some(({ untilMs }) => committedAt >= untilMs)) return 'stale';
    const debits = this.spending.since(spendingLimit, this.locked.accounts.get(spendingLimit.account)?.seq ?? 0);
    return debits ? refusalOf(spendingLimit, journal, debits) : 'unknown';
  }

  /** Computed from the journals alone, so that an audit can repeat it. */
  private newHead(): NewHead | undefined {
    const last = this.journals.at(-1);
    if (!last) return undefined;
    const { blocksNo = 0, ...head } = this.locked.head;
    const batchNo = head.batchNo + 1;
    return {
      batchNo,
      hash: nextLink(this.key, head.hash, batchNo, this.journals),
      committedAt: last.postedAt,
      keyId: this.key.id,
      postingCounts: this.times.postingCounts,
      blocksNo: blocksNo + (this.balances.hasChangedBlocks ? 1 : 0),
    };
  }
}
