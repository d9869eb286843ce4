import type { IdempotencyKey, IdempotencyRecord, Replayed } from '../../kernel/caller.js';
import type { Failure } from '../../kernel/failure.js';
import type { RowUpdate } from '../../kernel/row-changes.js';
import type { ChainKey, PostedJournal } from '../chain/domain/hash-chain.js';
import type { Blocks } from './blocked-money.js';
import type { ChangedHold, HoldsAsRead } from './holds-in-batch.js';
import type { CommitReceipt, LedgerCommand } from './ledger-command.js';
import type { PostingCounts } from './posting-times.js';
import type { DebitsSince } from './spending-limit.js';
import type { AccountDoubt } from './unproved.js';
import type { RowState } from './updated-rows.js';

export interface AccountState {
  readonly balanceKobo: number;
  readonly seq: number;
  /** Left out where nothing was ever blocked. */
  readonly blocks?: Blocks;
}

export interface LockedAccounts {
  readonly head: {
    readonly batchNo: number;
    readonly hash: string;
    readonly committedAt: number;
    readonly postingCounts?: PostingCounts;
    /** How often blocks were changed, where accounts are not read with each batch. */
    readonly blocksNo?: number | undefined;
  };
  readonly accounts: ReadonlyMap<string, AccountState>;
  /** Accounts that are not proved; left out where all are. */
  readonly doubts?: ReadonlyMap<string, AccountDoubt>;
  readonly foundRecords: ReadonlyMap<string, FoundRecord>;
  readonly rowStates: ReadonlyMap<RowUpdate, RowState>;
  /** Holds that a command of the batch ends; left out where none does. */
  readonly holds?: HoldsAsRead;
  /** Left out where no debit was read. */
  readonly debitsSince?: DebitsSince;
}

export interface ChangedBlocks {
  readonly account: string;
  readonly version: number;
  /** Of `blocksText`. */
  readonly text: string;
  readonly isNew: boolean;
}

export interface FoundRecord {
  readonly record: IdempotencyRecord;
  readonly attemptId: string;
}

export interface QueuedCommand {
  readonly command: LedgerCommand;
  readonly recordKey: string;
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
  /** Nothing was written, because a hold or an account cannot be proved, or a balance is full; the same command may be sent again. */
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

export type NewHead = LockedAccounts['head'] & { readonly keyId: string };

export interface BatchPlan {
  readonly results: readonly CommandResult[];
  readonly idempotencyRecords: readonly NewIdempotencyRecord[];
  readonly accepted: readonly { readonly command: LedgerCommand; readonly committedAt: number }[];
  readonly journals: readonly PostedJournal[];
  readonly accounts: ReadonlyMap<string, AccountState>;
  /** Of the accounts whose blocks change. */
  readonly blocks: readonly ChangedBlocks[];
  readonly holds: readonly ChangedHold[];
  /** The new end of the chain; undefined when no money moved. */
  readonly head: NewHead | undefined;
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
    if (command.blocks) accounts.add(command.blocks.account);
  }
  return [...accounts].toSorted();
}
