import { randomInt } from 'node:crypto';
import { newId } from '../../../kernel/ids.js';

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
  /** By whatever code, or by staff. */
  readonly phoneVerified: boolean;
  /** By a text message or by staff; limits depend on it, because a push message proves a device. */
  readonly phoneProved: boolean;
  /** A BVN or a NIN is proved to be the user's. */
  readonly identityVerified: boolean;
  /** Which of them, as `bvn nin`; empty where none is, or staff vouched for the user in an earlier version. */
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
  /** Until then nothing is spent without the transaction PIN of before the reset; 0 where there is nothing to wait for. */
  readonly coolingOffUntil: number;
  readonly activeAt: number;
}

/** Staff may verify somebody who names no number. */
export function isPhoneProved(of: { phoneVerified: boolean; phoneNumber: string; provedPhone: string | null }): boolean {
  return of.phoneVerified && (of.provedPhone !== null || of.phoneNumber === '');
}

/** Whether whoever proves to be the owner may sign in, which also undoes a closing. */
export function maySignIn({ status }: Pick<User, 'status'>): boolean {
  return status === 'active' || status === 'closing';
}

/** Nothing is credited to whoever is leaving. */
export function isLeaving({ status }: Pick<User, 'status'>): boolean {
  return status === 'closing' || status === 'closed';
}

interface Registration {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly passwordHash: string | undefined;
  readonly googleSub?: string;
  readonly emailVerified: boolean;
  readonly referrerId?: string | undefined;
  readonly isTest?: boolean;
}

export function newAccount({ referrerId, googleSub, isTest = false, ...registration }: Registration, now: number): Account {
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
