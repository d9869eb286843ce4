import type { Account, AccountStatus } from '../../domain/account.js';

/** Undefined fields stay as they are. */
export interface AccountChanges {
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
  readonly phoneNumber?: string | undefined;
  readonly status?: AccountStatus | undefined;
  /** A new phone number is not verified unless this says so. */
  readonly phoneVerified?: boolean | undefined;
  /** Whether the verification proves the number; it does where left out. */
  readonly phoneProved?: boolean | undefined;
  readonly identityVerified?: boolean | undefined;
}

export abstract class Accounts {
  /** In the caller's unit of work. @throws Failure `sign_in.email_taken` */
  abstract add(account: Account): Promise<void>;
  abstract find(userId: string): Promise<Account | undefined>;
  /** @param email lower-cased */
  abstract findByEmail(email: string): Promise<Account | undefined>;
  /** An address as an account may have it: as it is given, where one has it so, else in its normal form. */
  abstract spelling(email: string): Promise<string>;
  /** Whether another account has the address, or one that looks like it. */
  abstract isTaken(email: string, userId?: string): Promise<boolean>;
  /** Locks the account until the end of the unit of work. */
  abstract lock(userId: string): Promise<Account | undefined>;
  /** Undefined fields stay. Invalidates the caches. @throws Failure `sign_in.phone_taken` where another account proved the number */
  abstract modify(userId: string, changes: AccountChanges): Promise<void>;
  /** Undefined: no password login. Adds to the history. In the caller's unit of work. */
  abstract setPassword(userId: string, hash: string | undefined): Promise<void>;
  /** The Google account that signs in to it; undefined: the next one that has its address. */
  abstract setGoogleSub(userId: string, sub: string | undefined): Promise<void>;
  /** No device that signed in before is trusted any more. */
  abstract distrustDevices(userId: string, now: number): Promise<void>;
  /** Nothing is spent until then without the PIN of before; 0: at once. Invalidates the caches. */
  abstract setCoolingOff(userId: string, until: number): Promise<void>;
  abstract recentPasswords(userId: string): Promise<string[]>;
  /** Those of these addresses that belong to an account and are verified. */
  abstract provedAmong(emails: readonly string[]): Promise<ReadonlySet<string>>;
  /** Does nothing when the address has changed. */
  abstract verifyEmail(userId: string, email: string): Promise<void>;
  /** Also forgets the Google account of the old address. @throws Failure `sign_in.linked_email` when another account has the address or its look-alike */
  abstract changeEmail(userId: string, email: string): Promise<void>;
  /** What identifies its owner gives way to this address and empty fields, and nobody signs in to it. In the caller's unit of work. */
  abstract pseudonymise(userId: string, address: string): Promise<void>;
  abstract countReferred(userId: string): Promise<number>;
}
