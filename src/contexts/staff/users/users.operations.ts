import { type Kobo, toNaira, ZERO_KOBO } from '../../../kernel/money.js';
import { type ListKeys, SortedBy } from '../../../platform/http/list-keys.js';
import {
  type AccountDetails,
  type AccountChanges,
  ACCOUNT_STATUSES,
  AccountDirectory,
  type AccountFilter,
  LoginRecords,
  Sessions,
  signInFailures,
} from '../../sign-in/index.js';
import { presentProfile } from '../../accounts/accounts.presenters.js';
import { type Profile, ShowProfile, UserNumbers } from '../../accounts/index.js';
import { type HeldWallet, Holds } from './holds.js';
import { presentHold } from './holds.operations.js';
import { type Suspension, EndUserSession, Suspensions, userFailures } from './users.js';
import { Choice, Flag, Optional, PersonName, PhoneNumber, RequestType, Text } from '../../../platform/http/input.decorators.js';
import { ListInput, pageOrWhole } from '../../../platform/http/list-input.js';
import { LOGIN_KEYS, presentLogin, presentSessions } from '../../sign-in/sign-in.presenters.js';
import { type Reason, ModifyUser } from './modify-user.js';
import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../kernel/caller.js';
import { Failure } from '../../../kernel/failure.js';
import type { PageRequest } from '../../../kernel/pagination.js';
import { Wallets } from '../../../ledger/index.js';
import { on, Operation } from '../../../platform/http/operation.decorator.js';
import { comment, pageOrFileOf } from '../../../platform/http/presenting.js';
import { staffFailures } from '../members/index.js';

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

export function presentUserDetails({
  profile,
  suspension,
  held,
}: {
  readonly profile: Profile;
  readonly suspension: Suspension | undefined;
  readonly held: HeldWallet;
}) {
  return {
    ...presentProfile(profile),
    blocked: toNaira(held.blockedKobo),
    holds: held.holds.map(presentHold),
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

const USER_REQUESTS = ['email', 'phone', 'status', 'country', 'name', 'reference', 'meter', 'account', 'all'] as const;

@SortedBy(USER_KEYS)
export class UserListInput extends ListInput {
  @Optional() @RequestType(USER_REQUESTS) rqtp?: (typeof USER_REQUESTS)[number];
  @Optional() @Text() rqvl?: string;
}

export class UserDetailsInput {
  @Text() uxid: string;
}

@SortedBy(LOGIN_KEYS)
export class UserLoginHistoryInput extends ListInput {
  @Text() uxid: string;
}

export class UserModifyInput {
  @Text() uxid: string;
  @Optional() @PersonName() fNme?: string;
  @Optional() @PersonName() lNme?: string;
  @Optional() @PhoneNumber() phone?: string;
  @Optional() @Choice(['active', 'suspended', 'closing', 'kept']) status?: 'active' | 'suspended' | 'closing' | 'kept';
  @Optional() @Text() reason?: string;
  @Optional() @Flag() notify?: boolean;

  get isKept(): boolean {
    return this.status === 'kept';
  }

  get changes(): AccountChanges {
    return {
      firstName: this.fNme,
      lastName: this.lNme,
      phoneNumber: this.phone,
      status: this.status === 'kept' ? 'active' : this.status,
    };
  }

  get toldReason(): Reason {
    return { text: this.reason ?? '', isTold: this.notify ?? false };
  }
}

export class UserSessionEndInput {
  @Text() uxid: string;
  @Text() reqv: string;
  @Text() reason: string;
}

/** A shared meter has few users. */
const USERS_OF_NUMBER = 500;
const NO_DATA = [on(signInFailures.no_data, { code: 403 })];
/** In words of staff; the users' own are in `user_account_close`. */
const CLOSING_REFUSED = [
  on(signInFailures.balance_left, {
    code: 400,
    id: 'balance_left',
    details: 'There is money in the wallet: it has to be spent or paid out first',
  }),
  on(signInFailures.purchase_open, { code: 400, id: 'purchase_open', details: 'A purchase of theirs is not decided yet' }),
  on(signInFailures.payout_open, { code: 400, id: 'payout_open', details: 'A payout of theirs is not decided yet' }),
  on(signInFailures.deposit_open, { code: 400, id: 'deposit_open', details: 'A deposit of theirs may still be paid' }),
  on(signInFailures.debt_owed, {
    code: 400,
    id: 'debt_owed',
    details: 'They owe what a reversed deposit brought: it has to be recovered or written off first',
  }),
  on(signInFailures.staff_member, { code: 403, id: 'staff_member' }),
];

@Injectable()
export class UsersOperations {
  constructor(
    private readonly modifyUser: ModifyUser,
    private readonly endUserSession: EndUserSession,
    private readonly directory: AccountDirectory,
    private readonly wallets: Wallets,
    private readonly showProfile: ShowProfile,
    private readonly suspensions: Suspensions,
    private readonly holds: Holds,
    private readonly logins: LoginRecords,
    private readonly numbers: UserNumbers,
    private readonly sessions: Sessions,
  ) {}

  @Operation('control_user_data_list', {
    method: 'GET',
    access: 'admin',
    permission: 'userControl.getDataList',
    forbidden: { code: 400 },
    reads: () => 'users',
    failures: NO_DATA,
    present: pageOrFileOf('users', presentUser),
    summary:
      'Users, newest first; by address, phone, status, country of a login, words of the name, reference ID, a customer number ever bought for (meter), or a deposit account number (account).',
  })
  async list(input: UserListInput) {
    const filter = await this.filterOf(input);
    if (!filter) throw new Failure(signInFailures.no_data);
    const page = await pageOrWhole(input, USER_KEYS, (request) => this.listWithBalances(filter, request));
    if (page.items.length === 0) throw new Failure(signInFailures.no_data);
    return page;
  }

  @Operation('control_user_data_details', {
    method: 'GET',
    access: 'admin',
    permission: 'userControl.viewDetails',
    forbidden: { code: 400 },
    missing: 401,
    reads: ({ uxid }: UserDetailsInput) => `user:${uxid}`,
    failures: [on(signInFailures.user_not_found, { code: 403, details: signInFailures.no_data.text })],
    present: presentUserDetails,
    summary:
      'The profile of a user; of a suspended one who suspended them, when and why; what is blocked in the wallet, and what staff hold there.',
  })
  async details({ uxid }: UserDetailsInput) {
    const profile = await this.showProfile.execute(uxid);
    const [suspension, held] = await Promise.all([this.suspensions.of(profile.account), this.holds.of(uxid)]);
    return { profile, suspension, held };
  }

  @Operation('control_user_session_fetch', {
    method: 'GET',
    access: 'admin',
    permission: 'userControl.viewHistory',
    missing: 400,
    reads: ({ uxid }: UserDetailsInput) => `user:${uxid}`,
    failures: [on(signInFailures.no_data, { code: 404 })],
    present: presentSessions,
    summary: 'The devices that are signed in to the account of a user, newest first, at most 20.',
  })
  async sessionsOf({ uxid }: UserDetailsInput) {
    const sessions = await this.sessions.list(uxid);
    if (sessions.length === 0) throw new Failure(signInFailures.no_data);
    return sessions.map((session) => ({ session, isCurrent: false }));
  }

  @Operation('control_user_login_history', {
    method: 'GET',
    access: 'admin',
    permission: 'userControl.viewHistory',
    forbidden: { code: 400 },
    missing: 401,
    reads: ({ uxid }: UserLoginHistoryInput) => `user:${uxid}`,
    failures: NO_DATA,
    present: pageOrFileOf('logins', presentLogin),
    summary: 'When, from where and with what a user signed in or tried to, newest first.',
  })
  async loginHistory({ uxid, ...input }: UserLoginHistoryInput) {
    const page = await pageOrWhole(input, LOGIN_KEYS, (request) => this.logins.list(uxid, request));
    if (page.items.length === 0) throw new Failure(signInFailures.no_data);
    return page;
  }

  @Operation('control_user_modify', {
    method: 'POST',
    access: 'admin',
    permission: 'userControl.allowModify',
    forbidden: { code: 400 },
    missing: 401,
    failures: [
      on(signInFailures.user_not_found, { code: 403, details: signInFailures.no_data.text }),
      on(signInFailures.account_closed, { code: 400, id: 'account_closed' }),
      on(userFailures.nothing_to_update, { code: 400 }),
      on(userFailures.own_user_account, { code: 403, id: 'own_account' }),
      on(userFailures.user_is_staff, { code: 400 }),
      on(userFailures.suspended_stays, { code: 400, id: 'account_suspended' }),
      on(userFailures.test_user_stays, { code: 400, id: 'test_user' }),
      on(userFailures.not_closing, { code: 409, id: 'not_closing' }),
      on(userFailures.reason_required, { code: 401, id: 'reason_required' }),
      ...CLOSING_REFUSED,
      on(staffFailures.super_administrator_only, { code: 400 }),
    ],
    present: presentModified,
    summary:
      'Changes names, phone number or status of a user; suspended ones are signed out and cannot sign in, their money stays, and they are told, with the reason where notify is true. With closing and a reason, an account without money is closed as `user_account_close` does, and kept keeps one open that is closing. Another phone number, and other names of a user whose identity is verified, wait for the approval of another member of staff (MKID is the proposal, else empty); a super administrator sets them alone while there are fewer than three members.',
  })
  async modify({ uxid, changes, isKept, toldReason }: UserModifyInput, caller: Caller) {
    return this.modifyUser.execute(uxid, changes, { isKept, reason: toldReason }, caller);
  }

  @Operation('control_user_session_end', {
    method: 'POST',
    access: 'admin',
    permission: 'userControl.allowModify',
    missing: 400,
    failures: [
      on(signInFailures.user_not_found, { code: 404, id: 'user_not_found' }),
      on(signInFailures.session_not_found, { code: 404, id: 'session_not_found' }),
      on(staffFailures.super_administrator_only, { code: 400 }),
    ],
    present: comment('The user was signed out'),
    summary:
      'Signs a user out of one device by the marker of its session, or of all with `all`; push messages to it end too. They are told by notice and mail, and can sign in again.',
  })
  async endSession({ uxid, reqv, reason }: UserSessionEndInput, caller: Caller) {
    await this.endUserSession.execute(uxid, reqv, reason, caller);
  }

  /** Undefined where nothing can match. */
  private async listWithBalances(filter: AccountFilter, request: PageRequest) {
    const { items, next } = await this.directory.list(filter, request);
    const balances = await Promise.all(items.map(({ id }) => this.wallets.balanceOf(id)));
    return { items: items.map((account, place) => ({ account, balanceKobo: balances[place] ?? ZERO_KOBO })), next };
  }

  private async filterOf({ rqtp = 'all', rqvl }: UserListInput): Promise<AccountFilter | undefined> {
    if (rqtp === 'all') return { by: 'all' };
    if (rqvl === undefined) return undefined;
    if (rqtp === 'meter' || rqtp === 'account') {
      const values = await this.numbers.usersOf(rqtp, rqvl, USERS_OF_NUMBER);
      return values.length === 0 ? undefined : { by: 'ids', values };
    }
    if (rqtp === 'status') {
      const value = ACCOUNT_STATUSES.find((status) => status === rqvl);
      return value && { by: 'status', value };
    }
    return { by: rqtp, value: rqvl };
  }
}
