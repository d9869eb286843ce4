import type { Page, PageRequest } from '../../../../kernel/pagination.js';
import type { Account, AccountStatus } from '../../domain/account.js';

/** An account as staff see it: without what it signs in with. */
export type AccountDetails = Omit<Account, 'passwordHash'>;

/** Accounts that fulfil the condition; all of them without one. */
export type AccountFilter =
  | { readonly by: 'email' | 'phone' | 'country'; readonly value: string }
  | { readonly by: 'status'; readonly value: AccountStatus }
  | { readonly by: 'all' };

/** All accounts, for staff. Not for the hot path. */
export abstract class AccountDirectory {
  /** By user id; whoever does not exist is not in it. */
  abstract findMany(userIds: readonly string[]): Promise<Map<string, AccountDetails>>;
  /** Newest first. A country is one that they signed in from. */
  abstract list(filter: AccountFilter, page: PageRequest): Promise<Page<AccountDetails>>;
}
