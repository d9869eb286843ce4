import type { AccountChanges } from './account-administration.js';
import type { Account } from '../../domain/account.js';

/** The accounts, as their own context works with them. */
export abstract class Accounts {
  /**
   * Adds an account, in the caller's unit of work.
   * @throws Failure `identity.email_taken`
   */
  abstract add(account: Account): Promise<void>;
  abstract find(userId: string): Promise<Account | undefined>;
  /** @param email lower-cased */
  abstract findByEmail(email: string): Promise<Account | undefined>;
  /** Reads an account and locks it until the end of the unit of work: one change of credentials at a time. */
  abstract lock(userId: string): Promise<Account | undefined>;
  /** Changes what is given, and tells all caches; what is undefined stays. */
  abstract modify(userId: string, changes: AccountChanges): Promise<void>;
  /** Sets the password's hash (undefined: no password signs in any more) and remembers it. In the caller's unit of work. */
  abstract setPassword(userId: string, hash: string | undefined): Promise<void>;
  /** Hashes of the last passwords, the present one first. */
  abstract recentPasswords(userId: string): Promise<string[]>;
  /** Marks the address as verified, if it is still the account's. */
  abstract verifyEmail(userId: string, email: string): Promise<void>;
  /**
   * Sets another, verified address.
   * @throws Failure `identity.linked_email` when it is somebody's
   */
  abstract changeEmail(userId: string, email: string): Promise<void>;
  /** How many people registered with this user's reference ID. */
  abstract countReferred(userId: string): Promise<number>;
}
