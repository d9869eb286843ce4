import { Injectable } from '@nestjs/common';
import type { IdempotencyKey } from '../../kernel/caller.js';
import { type Kobo, sumKobo } from '../../kernel/money.js';
import { Contributions, Registry } from '../../kernel/registry.js';
import type { ChainHead } from '../chain/domain/ledger-check.js';
import type { AccountId } from '../domain/account.js';
import type { BatchPlan, LockedAccounts, QueuedCommand } from '../domain/batch.js';
import type { Block } from '../domain/blocked-money.js';
import type { CommitResult, LedgerCommand } from '../domain/ledger-command.js';
import type { SpendingLimit } from '../domain/spending-limit.js';

export interface AccountPosting {
  readonly journalId: string;
  /** The journal's. */
  readonly kind: string;
  readonly subject: string;
  readonly amountKobo: Kobo;
}

export abstract class AccountPostings {
  /** In portions, oldest first. @param from inclusive @param to exclusive */
  abstract between(account: AccountId, from: number, to: number): AsyncIterable<readonly AccountPosting[]>;
}

export interface HistoryEntry {
  readonly account: AccountId;
  readonly seq: number;
  readonly journalId: string;
  readonly kind: string;
  readonly amountKobo: Kobo;
  readonly balanceKobo: Kobo;
  readonly note: string;
  readonly createdAt: number;
}

/** The postings of one account, newest first. */
export abstract class History {
  /** At most `limit` entries recorded before `before` (from the newest when undefined). */
  abstract list(account: AccountId, before: number | undefined, limit: number): Promise<HistoryEntry[]>;
  abstract ofJournal(account: AccountId, journalId: string): Promise<HistoryEntry[]>;
  /** What each journal is about, by journal id: of a deposit its order. */
  abstract subjectsOf(journalIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** The balance at a time (inclusive); zero before the first entry. */
  abstract balanceAt(account: AccountId, at: number): Promise<Kobo>;
}

export interface JournalLine {
  readonly account: AccountId;
  readonly amountKobo: Kobo;
  /** The account's afterwards. */
  readonly balanceKobo: Kobo;
  readonly note: string;
}

export interface PostedEntry {
  readonly id: string;
  readonly kind: string;
  /** What it is about: of a deposit its order, else the purchase, transfer or payment. */
  readonly subject: string;
  readonly postedAt: number;
  readonly batchNo: number;
  /** Without those that are in an archive only. */
  readonly lines: readonly JournalLine[];
}

/** Whole journals, for staff. */
export abstract class Journals {
  /** At most 100, oldest first. */
  abstract find(ids: readonly string[]): Promise<PostedEntry[]>;
  /** Those about the subject that were posted to one of these accounts at one of these times, oldest first. */
  abstract about(subject: string, accounts: readonly AccountId[], times: readonly number[]): Promise<PostedEntry[]>;
}

export interface HistorySnapshot {
  /** The balance before `before` (exclusive). */
  balanceBefore(account: AccountId, before: number): Promise<Kobo>;
  /** Entries from `from` (inclusive) to `to` (exclusive), oldest first. */
  between(account: AccountId, from: number, to: number): AsyncIterable<HistoryEntry>;
  close(): Promise<void>;
}

export abstract class HistorySnapshots {
  abstract open(): Promise<HistorySnapshot>;
}

export interface AccountBalance {
  readonly account: AccountId;
  readonly balanceKobo: Kobo;
}

export abstract class LedgerBalances {
  /** Balances of the system accounts at a time (inclusive). */
  abstract balances(at: number): Promise<AccountBalance[]>;
  /** Balances of the system accounts and the sum of all wallets, of the same moment. */
  abstract current(): Promise<SystemAndWallets>;

  /** The same at a time (inclusive). Every journal sums up to zero, so the wallets held what the system accounts lacked. */
  async past(at: number): Promise<SystemAndWallets> {
    const accounts = await this.balances(at);
    return { accounts, walletsKobo: -sumKobo(accounts.map(({ balanceKobo }) => balanceKobo)) };
  }

  abstract head(): Promise<ChainHead>;
}

export interface SystemAndWallets {
  readonly accounts: readonly AccountBalance[];
  readonly walletsKobo: bigint;
}

/** By their ids: `after` is not in it, `upTo` is. */
export interface AccountRange {
  readonly after: AccountId;
  readonly upTo: AccountId;
}

export abstract class WalletBalances {
  /** The balance of every wallet before that time, in portions, in the order of the accounts; a wallet without an entry has none. */
  abstract before(time: number, within?: AccountRange): AsyncIterable<readonly AccountBalance[]>;
}

export interface LedgerObserver {
  /** @param ms from its beginning, with its reruns */
  batchCommitted(commands: number, way: 'ahead' | 'locked', ms: number): void;
  batchRerun(reason: string): void;
  /** Another session has locks in a table that these commands write to. */
  blocked(table: string, commands: number): void;
  /** A batch with journals or events was committed. */
  committed(): void;
  /** A batch was not begun, because the end of the chain cannot be proved. */
  broken(error: unknown): void;
  /** A command was not executed, because a hold or an account cannot be proved, or a balance is full. */
  halted(error: Error, details: Readonly<Record<string, unknown>>): void;
  problem(text: string, error: unknown, details: Readonly<Record<string, unknown>>): void;
}

/** What the ledger does not build upon, because it cannot be proved. */
export interface LedgerStop {
  /** A failure of the wallet: `hold_mismatch` one purchase, `account_stopped` and `balance_full` one account, `chain_broken` all money. */
  readonly failure: string;
  /** The row, and what differs. */
  readonly row: string;
}

export abstract class LedgerStopListener {
  abstract stopped(stop: LedgerStop): void;
}

@Injectable()
export class LedgerStops extends Registry<LedgerStopListener> {
  constructor(contributions: Contributions) {
    super(contributions, LedgerStopListener);
  }

  tell(stop: LedgerStop): void {
    for (const listener of this.entries) listener.stopped(stop);
  }
}

export interface BatchReading {
  readonly accounts: readonly string[];
  /** Keys to look up under the lock of the head. */
  readonly lookUps: readonly IdempotencyKey[];
  /** Commands with updates or the end of a hold: rows are locked without waiting, and keys looked up where a row does not match. */
  readonly conditional: readonly LedgerCommand[];
  /** Later debits are read where the account has moved on. */
  readonly spendingLimits: readonly SpendingLimit[];
}

/** One batch in one transaction: read, plan, write; repeated while `write` returns false. */
export interface BatchSession {
  /** `ahead`: planned on accounts that were not read under lock. */
  readonly way: 'ahead' | 'locked';
  read(): Promise<LockedAccounts>;
  /** Commits durably; false, with nothing written, where others wrote since `read`. */
  write(plan: BatchPlan): Promise<boolean>;
  /** Ends the session without a commit, after any error. */
  abandon(error: unknown): Promise<void>;
}

export abstract class LedgerStore {
  /** Batches that may run at once: the second waits in the database for the head. */
  abstract get maxConcurrentBatches(): number;
  /** The database answers neither to a batch nor on another connection. */
  get isStalled(): boolean {
    return false;
  }
  /** Every method of the store and its sessions rejects with a `StoreFailure`. */
  abstract begin(reading: BatchReading): Promise<BatchSession>;
  /** Writes what commands insert and count beside the ledger's own tables, and rolls it back, without the head. */
  abstract rehearse(commands: readonly Pick<QueuedCommand, 'command' | 'arrivedAt'>[]): Promise<void>;
  /** Accounts among these whose rows other transactions have locked now. */
  abstract lockedAccounts(ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** Locks the row of an account and lets it go, without the head. */
  abstract waitForAccount(id: string): Promise<void>;
  abstract close(): Promise<void>;
}

/**
 * `unreachable`: also a server that takes no writes. `clock_ahead`: of the database's. `unproved`: a batch that was not written with
 * a key of the chain. `fault`: of a statement, or anything unknown.
 */
export type StoreFailureKind = 'retry' | 'lock_timeout' | 'duplicate' | 'unreachable' | 'clock_ahead' | 'unproved' | 'fault';

export class StoreFailure extends Error {
  /** @param isOutcomeKnown nothing was written; otherwise the commit may have happened @param table where it waited for a lock */
  constructor(
    readonly kind: StoreFailureKind,
    readonly isOutcomeKnown: boolean,
    override readonly cause: unknown,
    readonly table?: string,
  ) {
    super(cause instanceof Error ? cause.message : String(cause));
  }
}

/**
 * Only the ledger writes balances.
 *
 * `commit` resolves after the durable commit and not before. Many commands share one database transaction
 * (group commit), each is accepted or refused on its own, in the order of arrival. Never called inside a unit of work.
 *
 * @throws Failure `ledger.insufficient_funds` when a wallet would go below zero; the refusal is stored under the idempotency key.
 * @throws Failure `ledger.unknown_account` when a posting names a wallet that does not exist.
 * @throws Failure `ledger.overloaded` when too much is waiting, or a row of the command stays locked; nothing was done.
 * @throws Failure `ledger.outcome_unknown` when the database stays away; sending the same request again finds out.
 */
export abstract class Ledger {
  abstract commit(command: LedgerCommand): Promise<CommitResult>;
}

export interface WalletRecord {
  readonly account: AccountId;
  readonly balanceKobo: Kobo;
  /** The part of the balance that its owner may not pay out now. */
  readonly blockedKobo: Kobo;
  readonly blocks: readonly Block[];
  readonly createdAt: number;
}

/** Undefined where the journal did not post to the account. */
export type BalancesAfter = (journalId: string, account: AccountId) => Kobo | undefined;

export abstract class Wallets {
  /** In the caller's unit of work. */
  abstract open(userId: string): Promise<void>;
  abstract find(account: AccountId): Promise<WalletRecord | undefined>;
  abstract balanceOf(account: AccountId): Promise<Kobo | undefined>;
  /** The balance of each account that one of these journals posted to, after that journal. */
  abstract balancesAfter(journalIds: readonly string[]): Promise<BalancesAfter>;
}

export interface Spent {
  /** The account's last posting. */
  readonly seq: number;
  /** No later posting is earlier. */
  readonly postedAt: number;
  /** For each time that was asked for. */
  readonly sumsKobo: readonly Kobo[];
  /** Received in deposits and transfers since each time of both ways, where there are any. */
  readonly receivedKobo?: readonly Kobo[];
}

/** What accounts have spent: debits of transfers, purchases and payouts, less what was given back of them since. */
export abstract class Spending {
  /** @param times since when, the earliest first; all sums and `seq` are of the same moment */
  abstract since(account: AccountId, times: readonly number[], bothWays?: readonly number[]): Promise<Spent>;
}
