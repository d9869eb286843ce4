import type { Kobo } from '../../../kernel/money.js';
import type { AccountId } from '../../domain/account.js';
import type { ChainHead } from '../../chain/domain/ledger-check.js';

export interface AccountBalance {
  readonly account: AccountId;
  readonly balanceKobo: Kobo;
}

/** The books as staff see them. */
export abstract class LedgerBalances {
  /** Of the system accounts; at a time (inclusive), or now. */
  abstract balances(at: number | undefined): Promise<AccountBalance[]>;
  abstract head(): Promise<ChainHead>;
}
