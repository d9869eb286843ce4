/** `archive`: put away, cannot sign in. */
export type TestUserStatus = 'active' | 'archive';

/** An account to try things with. Its features are limited, and its password can be read by staff. */
export interface TestUser {
  readonly id: string;
  readonly userId: string;
  readonly password: string;
  readonly status: TestUserStatus;
  /** Unix ms. */
  readonly createdAt: number;
}
