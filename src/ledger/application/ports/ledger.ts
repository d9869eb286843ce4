import type { Kobo } from '../../../kernel/money.js';
import type { AccountId } from '../../domain/account.js';
import type { CommitResult, LedgerCommand } from '../../domain/ledger-command.js';

/**
 * Only the ledger writes balances.
 *
 * `commit` resolves after the durable commit and not before. Many commands share one database transaction
 * (group commit), each is accepted or refused on its own, in the order of arrival. Never called inside a unit of work.
 *
 * @throws Failure `wallet.insufficient_funds` when a wallet would go below zero; the refusal is stored under the idempotency key.
 * @throws Failure `wallet.unknown_account` when a posting names a wallet that does not exist.
 * @throws Failure `wallet.overloaded` when too much is waiting, or a row of the command stays locked; nothing was done.
 * @throws Failure `wallet.outcome_unknown` when the database stays away; sending the same request again finds out.
 */
export abstract class Ledger {
  abstract commit(command: LedgerCommand): Promise<CommitResult>;
}

export interface WalletRecord {
  readonly account: AccountId;
  readonly balanceKobo: Kobo;
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
