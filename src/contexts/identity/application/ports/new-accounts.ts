import type { Account } from '../../domain/account.js';

export interface NewPerson {
  /** Lower-cased; known to be theirs. */
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly password: string;
  readonly isTest?: boolean;
}

/** Accounts that are opened for somebody, by who vouches for their address. */
export abstract class NewAccounts {
  /**
   * The account as it will be; nothing is stored yet. Slow: call it outside of a unit of work.
   * @throws Failure `identity.weak_password`, `identity.common_password`, `identity.busy`
   */
  abstract prepare(person: NewPerson): Promise<Account>;
  /**
   * Stores it with everything that an account has from the beginning, in the caller's unit of work.
   * @throws Failure `identity.email_taken`
   */
  abstract open(account: Account): Promise<void>;
}
