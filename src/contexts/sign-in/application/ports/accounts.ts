import type { Page, PageRequest } from '../../../../kernel/pagination.js';
import type { Account, AccountStatus, User } from '../../domain/account.js';
import type { PinState } from '../../domain/transaction-pin.js';

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
  readonly verifiedNumbers?: string | undefined;
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
  /** Which of these addresses belong to an account and are verified. */
  abstract provedAmong(emails: readonly string[]): Promise<ReadonlySet<string>>;
  /** Does nothing when the address has changed. */
  abstract verifyEmail(userId: string, email: string): Promise<void>;
  /** Also forgets the Google account of the old address. @throws Failure `sign_in.linked_email` when another account has the address or its look-alike */
  abstract changeEmail(userId: string, email: string): Promise<void>;
  /** What identifies its owner gives way to this address and empty fields, and nobody signs in to it. In the caller's unit of work. */
  abstract pseudonymise(userId: string, address: string): Promise<void>;
  abstract countReferred(userId: string): Promise<number>;
  /** The latest. */
  abstract invitedBy(userId: string, limit: number): Promise<string[]>;
}

/** Contributed by the context that closes accounts. */
export abstract class ReplacedAccounts {
  /** Frees the address, unless the account holds money or awaits some. In the caller's unit of work, which has locked it. */
  abstract close(account: Account): Promise<void>;
}

export interface AccountClosing {
  readonly userId: string;
  /** From then on its owner cannot undo it. */
  readonly closesAt: number;
  readonly createdAt: number;
}

/** Accounts whose personal data are not erased yet. */
export abstract class AccountClosings {
  /** In the caller's unit of work. */
  abstract add(closing: AccountClosing): Promise<void>;
  abstract find(userId: string): Promise<AccountClosing | undefined>;
  abstract putOff(userId: string, closesAt: number): Promise<void>;
  abstract remove(userId: string): Promise<void>;
  /** Users whose closing is due, longest first. */
  abstract due(now: number, limit: number): Promise<string[]>;
  /** Since when the oldest is due. */
  abstract oldestDue(now: number): Promise<number | undefined>;
}

export type AccountDetails = Omit<Account, 'passwordHash' | 'googleSub'>;

export type AccountFilter =
  | { readonly by: 'email' | 'phone' | 'country' | 'reference'; readonly value: string }
  | { readonly by: 'status'; readonly value: AccountStatus }
  | { readonly by: 'name'; readonly value: string }
  | { readonly by: 'ids'; readonly values: readonly string[] }
  | { readonly by: 'all' };

export abstract class AccountDirectory {
  /** Unknown ids are left out. */
  abstract findMany(userIds: readonly string[]): Promise<Map<string, AccountDetails>>;
  /** Newest first. The country is that of any login. */
  abstract list(filter: AccountFilter, page: PageRequest): Promise<Page<AccountDetails>>;
}

export interface GoogleAccount {
  /** Google's identifier, which never changes and is never given to another person. */
  readonly sub: string;
  /** Lower-cased. */
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  /** The same for the same token, however its signature is written. */
  readonly tokenDigest: string;
  readonly tokenExpires: number;
}

export abstract class GoogleAccounts {
  /**
   * @param nonce where given, the token must hold it
   * @throws Failure `sign_in.google_off`, `google_refused` (also for an unverified address), `google_unreachable`
   */
  abstract read(idToken: string, nonce: string | undefined): Promise<GoogleAccount>;
}

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
  /** Stores nothing. Slow, so call it outside of a unit of work. @throws Failure `sign_in.weak_password`, `common_password`, `busy` */
  abstract prepare(details: NewAccountDetails): Promise<Account>;
  /** Stores it with its wallet, in the caller's unit of work. @throws Failure `sign_in.email_taken` */
  abstract open(account: Account): Promise<void>;
}

export interface Registration {
  readonly userId: string;
  readonly createdAt: number;
}

/** Real users; test accounts are counted nowhere. */
export abstract class Registrations {
  abstract find(userIds: readonly string[]): Promise<Registration[]>;
  /** At most `limit`, in the order of the user ids. */
  abstract listAfter(userId: string, limit: number): Promise<Registration[]>;
  abstract count(): Promise<number>;
  abstract testAccounts(): Promise<string[]>;
}

export interface Payer extends User {
  /** E.164, or empty. */
  readonly phoneNumber: string;
  /** Undefined where the user has set none; `untrusted` where it was changed or taken away in the database. Also one that has ended. */
  readonly pin: PinState | 'untrusted' | undefined;
  readonly coolingOffUntil: number;
}

/** Cached. Suspended users are found too: check `status`. */
export abstract class Users {
  abstract find(userId: string): Promise<Payer | undefined>;
  /** @param email lower-cased */
  abstract findByEmail(email: string): Promise<User | undefined>;
  /** @param referenceId in upper or lower case */
  abstract findByReference(referenceId: string): Promise<User | undefined>;
}

export abstract class UsedIdTokens {
  /** In the caller's unit of work. False where the token was used before. */
  abstract use(digest: string, expires: number): Promise<boolean>;
  /** Removes at most `limit` that expired before `before`; returns how many. */
  abstract removeExpired(before: number, limit: number): Promise<number>;
}
