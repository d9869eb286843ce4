import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../kernel/caller.js';
import { Failure } from '../../../kernel/failure.js';
import { on, Operation } from '../../../platform/http/operation.decorator.js';
import { comment, pageOf } from '../../../platform/http/presenting.js';
import { AccountDirectory, signInFailures, Users } from '../../sign-in/index.js';
import { CreateTestUser } from './application/create-test-user.js';
import { type TestUserFilter, TestUsers } from './application/ports.js';
import { userFailures } from './domain/users.failures.js';
import { TestUserCreateInput, TestUserFetchInput } from './users.inputs.js';
import { presentTestUser } from './users.presenters.js';

const PER_PAGE = 15;

@Injectable()
export class TestUsersOperations {
  constructor(
    private readonly createTestUser: CreateTestUser,
    private readonly testUsers: TestUsers,
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
    await this.createTestUser.execute(testAccount, caller);
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
    const page = filter && (await this.testUsers.list(filter, { before: input.page, size: PER_PAGE }));
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
