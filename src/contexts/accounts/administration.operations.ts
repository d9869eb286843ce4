import { Injectable } from '@nestjs/common';
import { Failure } from '../../kernel/failure.js';
import { ZERO_KOBO } from '../../kernel/money.js';
import { on, Operation } from '../../platform/http/operation.decorator.js';
import { pageOf } from '../../platform/http/presenting.js';
import { Wallets } from '../../ledger/index.js';
import { UserDetailsInput, UserListInput, UserLoginHistoryInput } from './administration.inputs.js';
import { presentUser } from './administration.presenters.js';
import { presentProfile } from './accounts.presenters.js';
import { presentLogin, presentSessions } from '../sign-in/sign-in.presenters.js';
import {
  AccountDirectory,
  type AccountFilter,
  LoginHistory,
  Sessions,
  ACCOUNT_STATUSES,
  signInFailures,
} from '../sign-in/index.js';
import { UserNumbers } from './application/ports.js';
import { ShowProfile } from './application/show-profile.js';

/** A shared meter has few users. */
const USERS_OF_NUMBER = 500;
const LOGINS_PER_PAGE = 15;
const NO_DATA = [on(signInFailures.no_data, { code: 403 })];

@Injectable()
export class AdministrationOperations {
  constructor(
    private readonly directory: AccountDirectory,
    private readonly wallets: Wallets,
    private readonly showProfile: ShowProfile,
    private readonly logins: LoginHistory,
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
    present: pageOf(presentUser),
    summary:
      'Users, newest first; by address, phone, status, country of a login, words of the name, reference ID, a customer number ever bought for (meter), or a deposit account number (account).',
  })
  async list(input: UserListInput) {
    const filter = await this.filterOf(input);
    const page = filter && (await this.directory.list(filter, { before: input.page, size: input.pnum }));
    if (!page || page.items.length === 0) throw new Failure(signInFailures.no_data);
    const balances = await Promise.all(page.items.map(({ id }) => this.wallets.balanceOf(id)));
    const items = page.items.map((account, place) => ({ account, balanceKobo: balances[place] ?? ZERO_KOBO }));
    return { items, next: page.next };
  }

  @Operation('control_user_data_details', {
    method: 'GET',
    access: 'admin',
    permission: 'userControl.viewDetails',
    forbidden: { code: 400 },
    missing: 401,
    reads: ({ uxid }: UserDetailsInput) => `user:${uxid}`,
    failures: [on(signInFailures.user_not_found, { code: 403, details: signInFailures.no_data.text })],
    present: presentProfile,
    summary: 'The profile of a user.',
  })
  details({ uxid }: UserDetailsInput) {
    return this.showProfile.execute(uxid);
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
    present: pageOf(presentLogin),
    summary: 'When, from where and with what a user signed in or tried to, newest first.',
  })
  async loginHistory({ uxid, page: before }: UserLoginHistoryInput) {
    const page = await this.logins.list(uxid, { before, size: LOGINS_PER_PAGE });
    if (page.items.length === 0) throw new Failure(signInFailures.no_data);
    return page;
  }

  /** Undefined where nothing can match. */
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
