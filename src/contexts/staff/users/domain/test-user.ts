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
