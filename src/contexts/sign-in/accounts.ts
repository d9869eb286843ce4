import { randomInt } from 'node:crypto';
import { newId } from '../../kernel/ids.js';
import { DAY_MS } from '../../kernel/clock.js';
import type { Page, PageRequest } from '../../kernel/pagination.js';
import type { PinState } from './transaction-pin.js';

/** closing: its owner closed it and may still come back. closed: for good. */
export const ACCOUNT_STATUSES = ['active', 'suspended', 'closing', 'closed'] as const;
export type AccountStatus = (typeof ACCOUNT_STATUSES)[number];

export interface User {
  readonly id: string;
  /** Lower-cased. */
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  /** 8 characters, for transfers and referrals. */
  readonly referenceId: string;
  readonly referrerId: string | undefined;
  readonly emailVerified: boolean;
  /** Verified by any code, or by staff. */
  readonly phoneVerified: boolean;
  /** Proved by a text message or by staff. Limits depend on it, because a push message only proves a device. */
  readonly phoneProved: boolean;
  /** A BVN or a NIN is proved to be the user's. */
  readonly identityVerified: boolean;
  /** The verified numbers, as `bvn nin`; empty without any, or if staff vouched for the user in an earlier version. */
  readonly verifiedNumbers: string;
  readonly isTest: boolean;
  readonly status: AccountStatus;
  readonly createdAt: number;
}

export interface Account extends User {
  readonly username: string;
  /** E.164, or empty. */
  readonly phoneNumber: string;
  /** Undefined where the user only signs in with Google. */
  readonly passwordHash: string | undefined;
  /** Google's identifier of the one who signs in with Google. */
  readonly googleSub: string | undefined;
  /** Devices that signed in only before then are not trusted. */
  readonly devicesTrustedFrom: number;
  /** Until then nothing is spent without the former transaction PIN; 0 if there is no wait. */
  readonly coolingOffUntil: number;
  readonly activeAt: number;
}

/** Staff may verify somebody who names no number. */
export function isPhoneProved(of: { phoneVerified: boolean; phoneNumber: string; provedPhone: string | null }): boolean {
  return of.phoneVerified && (of.provedPhone !== null || of.phoneNumber === '');
}

/** Whether somebody who proves to be the owner may sign in, which also undoes a closing. */
export function maySignIn({ status }: Pick<User, 'status'>): boolean {
  return status === 'active' || status === 'closing';
}

/** An account that is being closed gets no credits. */
export function isLeaving({ status }: Pick<User, 'status'>): boolean {
  return status === 'closing' || status === 'closed';
}

interface NewUser {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly passwordHash: string | undefined;
  readonly googleSub?: string;
  readonly emailVerified: boolean;
  readonly referrerId?: string | undefined;
  readonly isTest?: boolean;
}

export function newAccount({ referrerId, googleSub, isTest = false, ...registration }: NewUser, now: number): Account {
  return {
    ...registration,
    id: newId(),
    username: usernameOf(registration.email),
    phoneNumber: '',
    phoneVerified: false,
    phoneProved: false,
    identityVerified: false,
    verifiedNumbers: '',
    referenceId: drawReferenceId(),
    referrerId,
    googleSub,
    isTest,
    status: 'active',
    devicesTrustedFrom: 0,
    coolingOffUntil: 0,
    createdAt: now,
    activeAt: now,
  };
}

function usernameOf(email: string): string {
  return email.slice(0, email.indexOf('@')) + String(randomInt(10_000)).padStart(4, '0');
}

/** Without digits and letters that look or sound alike. */
const REFERENCE_LETTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const REFERENCE_LENGTH = 8;

function drawReferenceId(): string {
  return Array.from({ length: REFERENCE_LENGTH }, () => REFERENCE_LETTERS[randomInt(REFERENCE_LETTERS.length)]).join('');
}

/** Period in which signing in undoes the closing. */
export const CLOSING_PERIOD_MS = 30 * DAY_MS;

/** Nobody's: mail to the domain is never delivered (RFC 2606). */
export function addressOfClosed(userId: string): string {
  return `${userId.toLowerCase()}@closed.invalid`;
}

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
  /** The spelling of an address as an account may have it: the given one if an account has it, else its normal form. */
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
  /** Nothing is spent until then without the former PIN; 0: at once. Invalidates the caches. */
  abstract setCoolingOff(userId: string, until: number): Promise<void>;
  abstract recentPasswords(userId: string): Promise<string[]>;
  /** The addresses among these that belong to an account and are verified. */
  abstract provedAmong(emails: readonly string[]): Promise<ReadonlySet<string>>;
  /** Does nothing when the address has changed. */
  abstract verifyEmail(userId: string, email: string): Promise<void>;
  /** Also forgets the Google account of the old address. @throws Failure `sign_in.linked_email` when another account has the address or its look-alike */
  abstract changeEmail(userId: string, email: string): Promise<void>;
  /** Replaces the identifying fields by this address and empty texts; nobody can sign in afterwards. In the caller's unit of work. */
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
  /** Then its owner cannot undo it any more. */
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
