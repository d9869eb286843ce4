import { type AccountId, isSystemAccount } from './account.js';

/** In the order of a trial balance. */
export const ACCOUNT_TYPES = ['asset', 'liability', 'income', 'expense'] as const;
export type AccountType = (typeof ACCOUNT_TYPES)[number];

export interface AccountDescription {
  readonly type: AccountType;
  /** For people. */
  readonly name: string;
}

const ACCOUNTS: Readonly<Record<string, AccountDescription>> = {
  'system:settlement': { type: 'asset', name: 'Returned to payers, of no account' },
  'system:debts': { type: 'asset', name: 'Owed to us by users and payers' },
  'system:suspense': { type: 'liability', name: 'Suspense' },
  'system:vat': { type: 'liability', name: 'Value added tax' },
  'system:duties': { type: 'liability', name: 'Stamp duty' },
  'system:fees': { type: 'income', name: 'Fees and commissions' },
  'system:rewards': { type: 'expense', name: 'Rewards' },
  'system:adjustments': { type: 'expense', name: 'Adjustments of wallets' },
  'system:bad-debts': { type: 'expense', name: 'Bad debts' },
  'system:costs:banks': { type: 'expense', name: 'Fees of banks' },
};

/** Accounts that there are several of, by the beginning of their names. */
const FAMILIES: Readonly<Record<string, AccountDescription>> = {
  'system:bank:': { type: 'asset', name: 'Bank account' },
  'system:deposits:': { type: 'asset', name: 'Deposits at' },
  'system:clearing:': { type: 'asset', name: 'Clearing with' },
  'system:held:': { type: 'liability', name: 'Held for purchases and payouts at' },
  'system:costs:': { type: 'expense', name: 'Fees of' },
};

const WALLET: AccountDescription = { type: 'liability', name: 'Wallet' };

/** @throws RangeError for a system account that is not in the catalogue */
export function describeAccount(account: AccountId): AccountDescription {
  if (!isSystemAccount(account)) return WALLET;
  const single = ACCOUNTS[account];
  if (single) return single;
  const family = Object.keys(FAMILIES).find((beginning) => account.startsWith(beginning) && account.length > beginning.length);
  if (family === undefined) throw new RangeError(`the account ${account} is in no catalogue`);
  const { type, name } = FAMILIES[family]!;
  return { type, name: `${name} ${account.slice(family.length)}` };
}
