import type { Account } from '../../domain/account.js';

export interface NewAccountDetails {
  /** Lower-cased and verified by the caller. */
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly password: string;
  readonly isTest?: boolean;
}

/** For accounts that another context opens. */
export abstract class NewAccounts {
  /**
   * Stores nothing. Slow, so call it outside of a unit of work. @throws Failure `sign_in.weak_password`, `common_password`,
   * `busy`
   */
  abstract prepare(details: NewAccountDetails): Promise<Account>;
  /** Stores it with its wallet, in the caller's unit of work. @throws Failure `sign_in.email_taken` */
  abstract open(account: Account): Promise<void>;
}
