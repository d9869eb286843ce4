import { kobo, type Kobo, ZERO_KOBO } from '../../kernel/money.js';
import { ACCOUNT_TYPES, describeAccount, type AccountDescription } from './account-catalogue.js';
import type { AccountId } from './account.js';

export interface TrialBalanceLine extends AccountDescription {
  /** Empty for the wallets of all users. */
  readonly account: AccountId;
  readonly debitKobo: Kobo;
  readonly creditKobo: Kobo;
}

export interface TrialBalance {
  /** Assets, liabilities, income, expense. */
  readonly lines: readonly TrialBalanceLine[];
  readonly debitKobo: Kobo;
  readonly creditKobo: Kobo;
  readonly isBalanced: boolean;
}

/** @param walletsKobo what all wallets hold together */
export function trialBalanceOf(
  accounts: readonly { readonly account: AccountId; readonly balanceKobo: Kobo }[],
  walletsKobo: Kobo,
): TrialBalance {
  const wallets = { account: '', type: 'liability', name: 'Wallets of all users', ...sides(walletsKobo) } as const;
  const listed = accounts.map(({ account, balanceKobo }) => ({ account, ...describeAccount(account), ...sides(balanceKobo) }));
  const lines = ACCOUNT_TYPES.flatMap((type) => [wallets, ...listed].filter((line) => line.type === type));
  const debitKobo = kobo(lines.reduce((sum, line) => sum + line.debitKobo, 0));
  const creditKobo = kobo(lines.reduce((sum, line) => sum + line.creditKobo, 0));
  return { lines, debitKobo, creditKobo, isBalanced: debitKobo === creditKobo };
}

/** The ledger writes a credit above zero. */
function sides(balanceKobo: Kobo) {
  return balanceKobo < 0
    ? { debitKobo: kobo(-balanceKobo), creditKobo: ZERO_KOBO }
    : { debitKobo: ZERO_KOBO, creditKobo: balanceKobo };
}
