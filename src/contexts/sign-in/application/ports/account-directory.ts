import type { Page, PageRequest } from '../../../../kernel/pagination.js';
import type { Account, AccountStatus } from '../../domain/account.js';

export type AccountDetails = Omit<Account, 'passwordHash' | 'googleSub'>;

export type AccountFilter =
  | { readonly by: 'email' | 'phone' | 'country' | 'reference'; readonly value: string }
  | { readonly by: 'status'; readonly value: AccountStatus }
  | { readonly by: 'name'; readonly value: string }
  | { readonly by: 'ids'; readonly values: readonly string[] }
  | { readonly by: 'all' };

/** All accounts, for staff. */
export abstract class AccountDirectory {
  /** Unknown ids are left out. */
  abstract findMany(userIds: readonly string[]): Promise<Map<string, AccountDetails>>;
  /** Newest first. The country is that of any login. */
  abstract list(filter: AccountFilter, page: PageRequest): Promise<Page<AccountDetails>>;
}
