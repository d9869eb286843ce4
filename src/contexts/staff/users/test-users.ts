import type { Page, PageRequest } from '../../../kernel/pagination.js';
import { type Device, NewAccounts } from '../../sign-in/index.js';
import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../kernel/caller.js';
import { newId } from '../../../kernel/ids.js';
import { AuditedUnitOfWork } from '../../audit/index.js';

/** `archive`: deactivated, cannot log in. */
export type TestUserStatus = 'active' | 'archive';

/** An account with restricted features for trying things out; staff can read its password. */
export interface TestUser {
  readonly id: string;
  readonly userId: string;
  readonly password: string;
  readonly status: TestUserStatus;
  readonly createdAt: number;
}

export interface NewTestUser extends Pick<TestUser, 'id' | 'userId' | 'password'> {
  readonly device: Device;
}

export type TestUserFilter = Partial<Pick<TestUser, 'id' | 'userId' | 'status'>>;

/** Test users with their passwords, stored encrypted. */
export abstract class TestUserStore {
  /** Adds an active one, in the caller's unit of work. @throws Failure `users.test_password_taken` */
  abstract add(testUser: NewTestUser): Promise<void>;
  abstract list(filter: TestUserFilter, page: PageRequest): Promise<Page<TestUser>>;
  /** Does nothing where the user is no test user. In the caller's unit of work. */
  abstract setStatus(userId: string, status: TestUserStatus): Promise<void>;
}

export interface NewTestAccount {
  readonly firstName: string;
  readonly lastName: string;
  /** Lower-cased. */
  readonly email: string;
  readonly password: string;
  readonly device: Device;
}

@Injectable()
export class TestUsers {
  constructor(
    private readonly newAccounts: NewAccounts,
    private readonly store: TestUserStore,
    private readonly auditedUnitOfWork: AuditedUnitOfWork,
  ) {}

  /** @throws Failure `users.test_password_taken`; `sign_in.email_taken`, `sign_in.weak_password`, `sign_in.common_password`, `sign_in.busy` */
  async create({ device, ...details }: NewTestAccount, caller: Caller): Promise<void> {
    const account = await this.newAccounts.prepare({ ...details, isTest: true });
    await this.auditedUnitOfWork.execute(caller, 'control_test_user_create', async () => {
      await this.newAccounts.open(account);
      await this.store.add({ id: newId(), userId: account.id, password: details.password, device });
      const { email, firstName, lastName } = details;
      return { subject: `user:${account.id}`, after: { email, firstName, lastName }, result: undefined };
    });
  }
}
