import type { Page, PageRequest } from '../../../../kernel/pagination.js';
import type { Account, AccountStatus } from '../../domain/account.js';

export type AccountDetails = Omit<Account, 'passwordHash'>;

export type AccountFilter =
  | { readonly by: 'email' | 'phone' | 'country'; readonly value: string }
  | { readonly by: 'status'; readonly value: AccountStatus }
  | { readonly by: 'all' };

/** All accounts, for staff; not for the hot path. */
export abstract class AccountDirectory {
  /** By user id; unknown ids are left out. */
  abstract findMany(userIds: readonly string[]): Promise<Map<string, AccountDetails>>;
  /** Newest first. A country filter means any country of a login. */
  abstract list(filter: AccountFilter, page: PageRequest): Promise<Page<AccountDetails>>;
}
