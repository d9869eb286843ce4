import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../kernel/caller.js';
import { Failure } from '../../../kernel/failure.js';
import { on, Operation } from '../../../platform/http/operation.decorator.js';
import { comment, pageOf } from '../../../platform/http/presenting.js';
import { AccountDirectory, signInFailures, Users } from '../../sign-in/index.js';
import { CreateTestUser } from './application/create-test-user.js';
import { EndUserSession } from './application/end-user-session.js';
import { ModifyUser } from './application/modify-user.js';
import { type TestUserFilter, TestUsers } from './application/ports.js';
import { staffFailures } from './domain/staff.failures.js';
import { presentTestUser } from './staff.presenters.js';
import { TestUserCreateInput, TestUserFetchInput, UserModifyInput, UserSessionEndInput } from './users.inputs.js';

const PER_PAGE = 15;
const NO_DATA = 'No data matching your query was found';

@Injectable()
export class UsersOperations {
  constructor(
    private readonly modifyUser: ModifyUser,
    private readonly endUserSession: EndUserSession,
    private readonly createTestUser: CreateTestUser,
    private readonly testUsers: TestUsers,
    private readonly users: Users,
    private readonly accounts: AccountDirectory,
  ) {}

  @Operation('control_user_modify', {
    method: 'POST',
    access: 'admin',
    permission: 'userControl.allowModify',
    forbidden: { code: 400 },
    missing: 401,
    failures: [
      on(signInFailures.user_not_found, { code: 403, details: NO_DATA }),
      on(signInFailures.account_closed, { code: 400, id: 'account_closed' }),
      on(signInFailures.phone_taken, { code: 409, id: 'phone_taken' }),
      on(staffFailures.nothing_to_update, { code: 400 }),
      on(staffFailures.own_user_account, { code: 403, id: 'own_account' }),
      on(staffFailures.user_is_staff, { code: 400 }),
      on(staffFailures.super_administrator_only, { code: 400 }),
      on(staffFailures.invalid_code, { code: 400, id: 'pinc_invalid' }),
      on(signInFailures.login_delayed),
    ],
    present: comment('The user was updated'),
    summary:
      'Changes names, phone number, status or verifications of a user (these with a two-factor code of the caller’s own); suspended ones are signed out and cannot sign in, their money stays. They are told, with the reason where notify is true.',
  })
  async modify({ uxid, changes, toldReason, pinc }: UserModifyInput, caller: Caller) {
    await this.modifyUser.execute(uxid, changes, { reason: toldReason, code: pinc }, caller);
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

  @Operation('control_test_user_create', {
    method: 'POST',
    access: 'admin',
    permission: 'userControl.allowModify',
    missing: 401,
    failures: [
      on(signInFailures.email_taken, { code: 401, id: 'emal_invalid' }),
      on(signInFailures.weak_password, { code: 401, id: 'pswd_invalid' }),
      on(signInFailures.common_password, { code: 401, id: 'pswd_invalid' }),
      on(staffFailures.test_password_taken, { code: 401, id: 'pswd_invalid' }),
      on(signInFailures.busy),
    ],
    fault: { code: 401 },
    present: comment('The test user was created'),
    summary: 'Opens an account to try things with; its features are limited.',
  })
  async createTest({ testAccount }: TestUserCreateInput, caller: Caller) {
    await this.createTestUser.execute(testAccount, caller);
  }

  @Operation('control_test_user_fetch', {
    method: 'GET',
    access: 'admin',
    permission: 'userControl.getDataList',
    forbidden: { code: 400 },
    missing: 401,
    reads: ({ rqtp, rqvl }: TestUserFetchInput) => (rqtp === 'userid' ? `user:${rqvl}` : 'test_users'),
    failures: [on(staffFailures.no_test_users, { code: 403 })],
    present: pageOf(presentTestUser),
    summary: 'Test users with their passwords, newest first.',
  })
  async fetchTest(input: TestUserFetchInput) {
    const filter = await this.filterOf(input);
    const page = filter && (await this.testUsers.list(filter, { before: input.page, size: PER_PAGE }));
    if (!page || page.items.length === 0) throw new Failure(staffFailures.no_test_users);
    const accounts = await this.accounts.findMany(page.items.map(({ userId }) => userId));
    const items = page.items.map((testUser) => ({ testUser, account: accounts.get(testUser.userId)! }));
    return { items, next: page.next };
  }

  private async filterOf({ rqtp, rqvl = '' }: TestUserFetchInput): Promise<TestUserFilter | undefined> {
    switch (rqtp) {
      case 'all':
        return {};
      case 'active':
      case 'archive':
        return { status: rqtp };
      case 'mk':
        return { id: rqvl };
      case 'userid':
        return { userId: rqvl };
      case 'email': {
        const user = await this.users.findByEmail(rqvl.toLowerCase());
        return user && { userId: user.id };
      }
    }
  }
}
