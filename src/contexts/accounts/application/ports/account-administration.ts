import type { AccountDetails, AccountChanges } from '../../../sign-in/index.js';

export abstract class AccountAdministration {
  /**
   * In the caller's unit of work; suspension ends all sessions, and another status withdraws a closing. @returns the account as
   * it was. @throws Failure `sign_in.user_not_found`, `account_closed`, `phone_taken`
   */
  abstract modify(userId: string, changes: AccountChanges): Promise<AccountDetails>;
}
