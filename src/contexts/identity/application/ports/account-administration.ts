import type { AccountStatus } from '../../domain/account.js';
import type { AccountDetails } from './account-directory.js';

/** Undefined fields stay as they are. */
export interface AccountChanges {
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
  readonly phoneNumber?: string | undefined;
  readonly status?: AccountStatus | undefined;
  /** A new phone number is not verified unless this says so. */
  readonly phoneVerified?: boolean | undefined;
  readonly identityVerified?: boolean | undefined;
}

export abstract class AccountAdministration {
  /**
   * In the caller's unit of work; suspension ends all sessions, and another status withdraws a closing. @returns the account as
   * it was. @throws Failure `identity.user_not_found`, `account_closed`, `phone_taken`
   */
  abstract modify(userId: string, changes: AccountChanges): Promise<AccountDetails>;
}
