import { type Kobo, toNaira } from '../../../kernel/money.js';
import type { ListKeys } from '../../../platform/http/list-keys.js';
import type { AccountDetails } from '../../sign-in/index.js';
import { presentProfile } from '../../accounts/accounts.presenters.js';
import type { Profile } from '../../accounts/index.js';
import type { Suspension } from './application/show-suspension.js';
import type { TestUser } from './domain/test-user.js';

interface ListedUser {
  readonly account: AccountDetails;
  readonly balanceKobo: Kobo;
}

/** Not by addresses, which some of staff see masked. */
export const USER_KEYS: ListKeys<ListedUser> = {
  sorts: {
    recorded: ({ account }) => account.createdAt,
    firstName: ({ account }) => `${account.firstName} ${account.lastName}`,
    lastName: ({ account }) => `${account.lastName} ${account.firstName}`,
    balance: ({ balanceKobo }) => balanceKobo,
    status: ({ account }) => account.status,
  },
  sums: { balance: ({ balanceKobo }) => balanceKobo },
};

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

export function presentUserDetails({
  profile,
  suspension,
}: {
  readonly profile: Profile;
  readonly suspension: Suspension | undefined;
}) {
  return {
    ...presentProfile(profile),
    suspendedReason: suspension?.reason ?? '',
    suspendedBy: suspension?.by ?? '',
    suspendedAt: suspension === undefined ? '' : String(suspension.at),
  };
}

/** @param proposalId of what waits for another member of staff; empty where nothing does */
export function presentModified(proposalId: string) {
  const waits = proposalId === '' ? '' : '; what identifies them waits for another member of staff';
  return { COMMENT: `The user was updated${waits}`, MKID: proposalId };
}
