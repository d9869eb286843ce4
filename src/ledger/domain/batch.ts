import { type IdempotencyKey, Replayed, type IdempotencyRecord } from '../../kernel/caller.js';
import { Failure, type FailureDefinition } from '../../kernel/failure.js';
import type { RowUpdate } from '../../kernel/row-changes.js';
import type { StoredRefusal } from '../../kernel/idempotency-records.js';
import { isHeldAccount, isSystemAccount } from './account.js';
import type { CommitReceipt, LedgerCommand } from './ledger-command.js';
import { type ChainKey, nextLink, type PostedJournal, type PostedLine } from '../chain/domain/hash-chain.js';
import { type ChangedHold, HoldsInBatch, type HoldsAsRead, mismatch } from './holds-in-batch.js';
import type { Journal } from './journal.js';
import { recordsKeyOf } from '../chain/domain/records-key.js';
import { type RowState, UpdatedRows } from './updated-rows.js';
import { type DebitsSince, refusalOf, SpendingInBatch } from './spending-limit.js';
import { type PostingCounts, PostingTimes } from './posting-times.js';
import { type AccountDoubt, textOf } from './unproved.js';
import { walletFailures } from './wallet.failures.js';

const LONGEST_NOTE = 255;

export interface AccountState {
  readonly balanceKobo: number;
  readonly seq: number;
}

export interface LockedAccounts {
  readonly head: {
    readonly batchNo: number;
    readonly hash: string;
    readonly committedAt: number;
    readonly postingCounts?: PostingCounts;
  };
  readonly accounts: ReadonlyMap<string, AccountState>;
  /** Accounts that are not proved; left out where all are. */
  readonly doubts?: ReadonlyMap<string, AccountDoubt>;
  readonly foundRecords: ReadonlyMap<string, FoundRecord>;
  /** Of every row that a command of the batch updates. */
  readonly rowStates: ReadonlyMap<RowUpdate, RowState>;
  /** Those that a command of the batch ends; left out where none does. */
  readonly holds?: HoldsAsRead;
  /** Left out where no debit was read. */
  readonly debitsSince?: DebitsSince;
}

export interface FoundRecord {
  readonly record: IdempotencyRecord;
  readonly attemptId: string;
}

export interface QueuedCommand {
  readonly command: LedgerCommand;
  /** What its record is stored under. */
  readonly recordKey: string;
  /** `idempotencyName` with the record key. */
  readonly name: string;
  readonly arrivedAt: number;
  /** Identifies this attempt's own record after a lost answer. */
  readonly attemptId: string;
}

export type CommandResult =
  | { readonly committed: CommitReceipt }
  | { readonly replayed: Replayed }
  | { readonly stale: true }
  | { readonly refused: Failure }
  /** Nothing was written, because a hold or an account cannot be proved; the same command may be sent again. */
  | { readonly halted: Failure }
  /** Deferred to a later batch: a row that it updates is locked, or was changed earlier in this batch, or debits were not read. */
  | { readonly deferred: true };

export interface NewIdempotencyRecord {
  readonly idempotencyKey: IdempotencyKey;
  readonly recordKey: string;
  readonly state: IdempotencyRecord['state'];
  readonly response: unknown;
  readonly subjectId: string | undefined;
  readonly journalId: string | undefined;
  readonly attemptId: string;
  readonly committedAt: number;
}

type NewHead = LockedAccounts['head'] & { readonly keyId: string };

export interface BatchPlan {
  readonly results: readonly CommandResult[];
  readonly idempotencyRecords: readonly NewIdempotencyRecord[];
  readonly accepted: readonly { readonly command: LedgerCommand; readonly committedAt: number }[];
  readonly journals: readonly PostedJournal[];
  readonly accounts: ReadonlyMap<string, AccountState>;
  readonly holds: readonly ChangedHold[];
  /** The new end of the chain; undefined when no money moved. */
  readonly head: NewHead | undefined;
  /** Seals the records. */
  readonly recordsKey: ChainKey;
}

export function idempotencyName(request: IdempotencyKey): string {
  return `${request.scope}\n${request.action}\n${request.key}`;
}

export function accountsOf(batch: readonly QueuedCommand[]): string[] {
  const accounts = new Set<string>();
  for (const { command } of batch) {
    for (const posting of command.journal?.postings ?? []) accounts.add(posting.account);
    for (const account of Object.keys(command.journal?.ends?.notes ?? {})) accounts.add(account);
  }
  return [...accounts].toSorted();
}

/** Plans a batch in order of arrival, without I/O. Wallets never go below zero, and a known idempotency key changes nothing. */
export function planBatch(
  batch: readonly QueuedCommand[],
  books: LockedAccounts,
  key: ChainKey,
  keyOf: (id: string) => ChainKey | undefined = (id) => (id === key.id ? key : undefined),
  recordsKey = recordsKeyOf(key),
): BatchPlan {
  const plan = new Planner(
    books,
    key,
    recordsKey,
    keyOf,
    batch.some(({ command }) => command.spendingLimit !== undefined),
  );
  const outcomes = batch.map((waiting) => plan.decide(waiting));
  return plan.finish(outcomes);
}

class Planner {
  private readonly changed = new Map<string, AccountState>();
  private readonly requests = new Map<string, NewIdempotencyRecord>();
  private readonly accepted: { command: LedgerCommand; committedAt: number }[] = [];
  private readonly journals: PostedJournal[] = [];
  private readonly rows: UpdatedRows;
  private readonly times: PostingTimes;
  private readonly spending: SpendingInBatch;
  private readonly holds: HoldsInBatch;

  constructor(
    private readonly books: LockedAccounts,
    private readonly key: ChainKey,
    private readonly recordsKey: ChainKey,
    keyOf: (id: string) => ChainKey | undefined,
    private readonly isLimited: boolean,
  ) {
    this.times = new PostingTimes(books.head.committedAt, books.head.postingCounts);
    this.rows = new UpdatedRows(books.rowStates);
    this.spending = new SpendingInBatch(books.debitsSince ?? new Map());
    this.holds = new HoldsInBatch(books.holds ?? new Map(), key, keyOf);
  }

  decide({ command, recordKey, name, arrivedAt, attemptId }: QueuedCommand): CommandResult {
    const seen = this.books.foundRecords.get(name);
    if (seen) return seen.attemptId === attemptId ? ownCommit(seen.record) : { replayed: new Replayed(seen.record) };
    const earlier = this.requests.get(name);
    if (earlier) return { replayed: new Replayed(storedRecord(earlier)) };
    const rowState = this.rows.stateOf(command);
    if (rowState !== 'matches') return rowState === 'stale' ? { stale: true } : { deferred: true };
    const planned = command.journal && this.holds.plan(command.journal);
    if (planned === 'locked') return { deferred: true };
    if (planned instanceof Failure) return { halted: planned };
    const journal = planned?.journal;
    const doubt = journal && this.doubtOf(journal);
    if (doubt === 'unread') return { deferred: true };
    if (doubt) return { halted: doubt };

    const committedAt = this.times.next(arrivedAt, journal);
    const spending = this.checkSpending(command, committedAt);
    if (spending === 'stale') return { stale: true };
    if (spending === 'unknown') return { deferred: true };
    const refusal = spending ?? (journal ? this.post(journal, command, recordKey, committedAt) : undefined);
    if (refusal instanceof Failure) return { halted: refusal };
    if (refusal) {
      const answer: StoredRefusal = { name: refusal.name, text: refusal.text };
      const { idempotencyKey, subjectId } = command;
      this.requests.set(name, {
        idempotencyKey,
        recordKey,
        state: 'refused',
        response: answer,
        subjectId,
        journalId: undefined,
        attemptId,
        committedAt,
      });
      return { refused: new Failure(refusal, { remembered: true }) };
    }
    this.requests.set(name, {
      idempotencyKey: command.idempotencyKey,
      recordKey,
      state: command.response === undefined ? 'pending' : 'answered',
      response: command.response,
      subjectId: command.subjectId,
      journalId: command.journal?.id,
      attemptId,
      committedAt,
    });
    this.accepted.push({ command, committedAt });
    if (planned) {
      this.times.posted(committedAt, planned.journal);
      if (this.isLimited) this.spending.posted(planned.journal, committedAt);
      this.holds.accept(planned, committedAt);
    }
    this.rows.accept(command);
    return { committed: { committedAt } };
  }

  private doubtOf({ postings }: Journal): 'unread' | Failure | undefined {
    const { doubts } = this.books;
    if (!doubts || doubts.size === 0) return undefined;
    const found = postings.flatMap(({ account }) => doubts.get(account) ?? []);
    const wrongRow = found.find((doubt) => doubt !== 'unread');
    if (wrongRow) return new Failure(walletFailures.account_stopped, { cause: new Error(textOf(wrongRow)) });
    return found.length > 0 ? 'unread' : undefined;
  }

  private checkSpending(
    { spendingLimit, journal }: LedgerCommand,
    committedAt: number,
  ): FailureDefinition | 'stale' | 'unknown' | undefined {
    if (!spendingLimit || !journal) return undefined;
    if (spendingLimit.periods.some(({ untilMs }) => committedAt >= untilMs)) return 'stale';
    const debits = this.spending.since(spendingLimit, this.books.accounts.get(spendingLimit.account)?.seq ?? 0);
    return debits ? refusalOf(spendingLimit, journal, debits) : 'unknown';
  }

  private post(
    journal: Journal,
    { balanceLimit }: LedgerCommand,
    request: string,
    committedAt: number,
  ): FailureDefinition | Failure | undefined {
    const touched = new Map<string, AccountState>();
    const lines: PostedLine[] = [];
    for (const { account, amountKobo, note } of journal.postings) {
      const before =
        touched.get(account) ?? this.changed.get(account) ?? this.books.accounts.get(account) ?? newSystemAccount(account);
      if (!before) return walletFailures.unknown_account;
      const after = { balanceKobo: before.balanceKobo + amountKobo, seq: before.seq + 1 };
      if (!Number.isSafeInteger(after.balanceKobo)) throw new RangeError(`balance of ${account} leaves the safe integers`);
      touched.set(account, after);
      lines.push({ account, seq: after.seq, amountKobo, balanceKobo: after.balanceKobo, note: fitted(note) });
    }
    for (const [account, { balanceKobo }] of touched) {
      if (balanceKobo < 0 && !isSystemAccount(account)) return walletFailures.insufficient_funds;
      if (balanceKobo < 0 && isHeldAccount(account)) return mismatch(journal.subject, `left_kobo: more than ${account} has`);
    }
    const limited = balanceLimit && touched.get(balanceLimit.account);
    if (limited && limited.balanceKobo > balanceLimit.limitKobo) return balanceLimit.refusal;
    for (const [account, state] of touched) this.changed.set(account, state);
    this.journals.push({ id: journal.id, kind: journal.kind, subject: journal.subject, postedAt: committedAt, request, lines });
    return undefined;
  }

  finish(outcomes: CommandResult[]): BatchPlan {
    return {
      results: outcomes,
      idempotencyRecords: [...this.requests.values()],
      accepted: this.accepted,
      journals: this.journals,
      accounts: this.changed,
      holds: this.holds.changed,
      head: this.newHead(),
      recordsKey: this.recordsKey,
    };
  }

  /** Computed from the journals alone, so that an audit can repeat it. */
  private newHead(): NewHead | undefined {
    const last = this.journals.at(-1);
    if (!last) return undefined;
    const batchNo = this.books.head.batchNo + 1;
    return {
      batchNo,
      hash: nextLink(this.key, this.books.head.hash, batchNo, this.journals),
      committedAt: last.postedAt,
      keyId: this.key.id,
      postingCounts: this.times.postingCounts,
    };
  }
}

/** Cuts a note to its column and replaces lone surrogates, because the hashed text must equal the stored one. */
function fitted(note: string): string {
  const whole = note.toWellFormed();
  return whole.length <= LONGEST_NOTE ? whole : Array.from(whole).slice(0, LONGEST_NOTE).join('');
}

function newSystemAccount(account: string): AccountState | undefined {
  return isSystemAccount(account) ? { balanceKobo: 0, seq: 0 } : undefined;
}

function storedRecord(entry: NewIdempotencyRecord): IdempotencyRecord {
  return {
    fingerprint: entry.idempotencyKey.fingerprint,
    state: entry.state,
    response: entry.response,
    subjectId: entry.subjectId,
    createdAt: entry.committedAt,
  };
}

/** The commit succeeded although its answer was lost: the stored record is this attempt's result. */
function ownCommit(stored: IdempotencyRecord): CommandResult {
  if (stored.state !== 'refused') return { committed: { committedAt: stored.createdAt } };
  const { name, text } = stored.response as StoredRefusal;
  return { refused: new Failure({ name, kind: 'refused', text }, { remembered: true }) };
}
