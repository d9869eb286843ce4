import type { Account } from '../../domain/account.js';

export interface NewAccountDetails {
  /** Lower-cased and verified by the caller. */
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly password: string;
  readonly isTest?: boolean;
}

/** Accounts that another context opens for a user. */
export abstract class NewAccounts {
  /**
   * The new account; nothing is stored. Slow: call it outside of a unit of work.
   * @throws Failure `identity.weak_password`, `identity.common_password`, `identity.busy`
   */
  abstract prepare(details: NewAccountDetails): Promise<Account>;
  /**
   * Stores it with its wallet, in the caller's unit of work.
   * @throws Failure `identity.email_taken`
   */
  abstract open(account: Account): Promise<void>;
}
