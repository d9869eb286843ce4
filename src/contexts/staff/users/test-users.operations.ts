import { Before, NewEmail, Optional, Password, PersonName, RequestType, Text } from '../../../platform/http/input.decorators.js';
import { type NewTestAccount, type TestUser, TestUsers, type TestUserFilter, TestUserStore } from './test-users.js';
import { type AccountDetails, AccountDirectory, signInFailures, Users } from '../../sign-in/index.js';
import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../kernel/caller.js';
import { Failure } from '../../../kernel/failure.js';
import { on, Operation } from '../../../platform/http/operation.decorator.js';
import { comment, pageOf } from '../../../platform/http/presenting.js';
import { userFailures } from './users.js';

const DEVICE_NAME = 'Pixel 8';

export class TestUserCreateInput {
  @PersonName() fsnm: string;
  @PersonName() lsnm: string;
  @NewEmail() emal: string;
  @Password() pswd: string;
  @Text() devt: string;
  @Text() devs: string;
  @Optional() @Text() devn?: string;

  get testAccount(): NewTestAccount {
    return {
      firstName: this.fsnm,
      lastName: this.lsnm,
      email: this.emal,
      password: this.pswd,
      device: { type: this.devt, serial: this.devs, name: this.devn ?? DEVICE_NAME },
    };
  }
}

export type TestUserRequest = 'userid' | 'email' | 'archive' | 'active' | 'mk' | 'all';

export class TestUserFetchInput {
  @RequestType(['userid', 'email', 'archive', 'active', 'mk', 'all']) rqtp: TestUserRequest;
  @Optional() @Text() rqvl?: string;
  @Optional() @Before() page?: number;
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

const PER_PAGE = 15;

@Injectable()
export class TestUsersOperations {
  constructor(
    private readonly testUsers: TestUsers,
    private readonly store: TestUserStore,
    private readonly users: Users,
    private readonly accounts: AccountDirectory,
  ) {}

  @Operation('control_test_user_create', {
    method: 'POST',
    access: 'admin',
    permission: 'userControl.allowModify',
    missing: 401,
    failures: [
      on(signInFailures.email_taken, { code: 401, id: 'emal_invalid' }),
      on(signInFailures.weak_password, { code: 401, id: 'pswd_invalid' }),
      on(signInFailures.common_password, { code: 401, id: 'pswd_invalid' }),
      on(userFailures.test_password_taken, { code: 401, id: 'pswd_invalid' }),
      on(signInFailures.busy),
    ],
    fault: { code: 401 },
    present: comment('The test user was created'),
    summary: 'Opens an account to try things with; its features are limited.',
  })
  async createTest({ testAccount }: TestUserCreateInput, caller: Caller) {
    await this.testUsers.create(testAccount, caller);
  }

  @Operation('control_test_user_fetch', {
    method: 'GET',
    access: 'admin',
    permission: 'userControl.getDataList',
    forbidden: { code: 400 },
    missing: 401,
    reads: ({ rqtp, rqvl }: TestUserFetchInput) => (rqtp === 'userid' ? `user:${rqvl}` : 'test_users'),
    failures: [on(userFailures.no_test_users, { code: 403 })],
    present: pageOf(presentTestUser),
    summary: 'Test users with their passwords, newest first.',
  })
  async fetchTest(input: TestUserFetchInput) {
    const filter = await this.filterOf(input);
    const page = filter && (await this.store.list(filter, { before: input.page, size: PER_PAGE }));
    if (!page || page.items.length === 0) throw new Failure(userFailures.no_test_users);
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
