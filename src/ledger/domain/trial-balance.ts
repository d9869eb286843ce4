import { type Kobo, sumKobo } from '../../kernel/money.js';
import { ACCOUNT_TYPES, describeAccount, type AccountDescription } from './account-catalogue.js';
import { type AccountId, isOpenWithProvider } from './account.js';

export interface TrialBalanceLine extends AccountDescription {
  /** Empty for the wallets of all users. */
  readonly account: AccountId;
  readonly debitKobo: bigint;
  readonly creditKobo: bigint;
}

export interface TrialBalance {
  /** Assets, liabilities, income, expense. */
  readonly lines: readonly TrialBalanceLine[];
  readonly debitKobo: bigint;
  readonly creditKobo: bigint;
  readonly isBalanced: boolean;
}

/** @param walletsKobo what all wallets hold together */
export function trialBalanceOf(
  accounts: readonly { readonly account: AccountId; readonly balanceKobo: Kobo }[],
  walletsKobo: bigint,
): TrialBalance {
  const wallets = { account: '', type: 'liability', name: 'Wallets of all users', ...sides(walletsKobo) } as const;
  const listed = accounts.map(({ account, balanceKobo }) => {
    const { type, name } = describeAccount(account);
    // What is open with a provider is what we have there, or what we owe it.
    const isOwed = isOpenWithProvider(account) && balanceKobo > 0;
    return { account, type: isOwed ? 'liability' : type, name, ...sides(BigInt(balanceKobo)) } as const;
  });
  const lines = ACCOUNT_TYPES.flatMap((type) => [wallets, ...listed].filter((line) => line.type === type));
  const debitKobo = sumKobo(lines.map((line) => line.debitKobo));
  const creditKobo = sumKobo(lines.map((line) => line.creditKobo));
  return { lines, debitKobo, creditKobo, isBalanced: debitKobo === creditKobo };
}

/** The ledger writes a credit above zero. */
function sides(balanceKobo: bigint) {
  return balanceKobo < 0 ? { debitKobo: -balanceKobo, creditKobo: 0n } : { debitKobo: 0n, creditKobo: balanceKobo };
}
