import { type Kobo, toNaira } from '../../../kernel/money.js';
import type { AccountDetails } from '../../sign-in/index.js';
import type { TestUser } from './domain/test-user.js';

interface ListedUser {
  readonly account: AccountDetails;
  readonly balanceKobo: Kobo;
}

export function presentUser({ account, balanceKobo }: ListedUser) {
  return {
    marker: account.id,
    userid: account.id,
    firstName: account.firstName,
    lastName: account.lastName,
    emailAddress: account.email,
    phoneNumber: account.phoneNumber,
    balance: toNaira(balanceKobo),
    status: account.status,
    recorded: String(account.createdAt),
  };
}

export function presentTestUser({ testUser, account }: { readonly testUser: TestUser; readonly account: AccountDetails }) {
  const { id, userId, password, status, createdAt } = testUser;
  return {
    marker: id,
    userid: userId,
    firstName: account.firstName,
    lastName: account.lastName,
    email: account.email,
    password,
    status,
    recorded: String(createdAt),
  };
}
