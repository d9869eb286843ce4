import { type ShownBank, type BankMatch, banksFailures } from './banks.js';
import type { Bank } from './match-banks.js';
import { budgetFailures } from '../../kernel/budgets.js';
import { on } from '../../platform/http/operation.decorator.js';
import { signInFailures } from '../sign-in/index.js';
import type { ResolvedAccount } from './account-names.js';

/** Refusals of all operations that ask for the name behind an account. */
export const ENQUIRY_FAILURES = [
  on(signInFailures.email_unverified, { code: 400, id: 'email_unverified' }),
  on(banksFailures.deposit_required, { code: 400, id: 'deposit_required' }),
  on(budgetFailures.limit_reached),
];

export const RESOLVE_FAILURES = [
  on(banksFailures.bank_not_found, { id: 'bank_not_found' }),
  on(banksFailures.account_not_found, { id: 'account_not_found' }),
  on(banksFailures.bank_unavailable, { id: 'bank_unavailable' }),
];

export function presentBanks(banks: readonly ShownBank[]) {
  return { result: banks.map(({ code, name, kind, status, isLikely: likely }) => ({ code, name, kind, status, likely })) };
}

export function presentResolvedAccount({ bank, account, name }: ResolvedAccount) {
  return { code: bank.code, bank: bank.name, account, name };
}

/** `bank` is undefined if it is offered to nobody. */
export function presentMatch({ match, bank }: { readonly match: BankMatch; readonly bank: Bank | undefined }) {
  return {
    code: match.bankCode,
    name: bank?.name ?? '',
    kind: bank?.kind ?? '',
    provider: match.provider,
    marker: match.providerCode,
    listed: match.listedName,
    matched: match.matchedBy,
    status: match.isListed ? 'listed' : 'gone',
  };
}
