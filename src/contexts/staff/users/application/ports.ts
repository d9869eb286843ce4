import type { Page, PageRequest } from '../../../../kernel/pagination.js';
import type { Device } from '../../../sign-in/index.js';
import type { TestUser, TestUserStatus } from '../domain/test-user.js';

export interface NewTestUser extends Pick<TestUser, 'id' | 'userId' | 'password'> {
  readonly device: Device;
}

export type TestUserFilter = Partial<Pick<TestUser, 'id' | 'userId' | 'status'>>;

/** Test users with their passwords, stored encrypted. */
export abstract class TestUsers {
  /** Adds an active one, in the caller's unit of work. @throws Failure `users.test_password_taken` */
  abstract add(testUser: NewTestUser): Promise<void>;
  abstract list(filter: TestUserFilter, page: PageRequest): Promise<Page<TestUser>>;
  /** Does nothing where the user is no test user. In the caller's unit of work. */
  abstract setStatus(userId: string, status: TestUserStatus): Promise<void>;
}
