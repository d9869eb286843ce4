import { randomInt } from 'node:crypto';
import { newId } from '../../../kernel/ids.js';

export const ACCOUNT_STATUSES = ['active', 'suspended'] as const;
export type AccountStatus = (typeof ACCOUNT_STATUSES)[number];

/** A user as other contexts know them. */
export interface Person {
  readonly id: string;
  /** Lower-cased. */
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  /** The 8-character reference ID that others send money to and that invites them. */
  readonly referenceId: string;
  /** User id of whoever invited them. */
  readonly referrerId: string | undefined;
  /** A test account: flagged, with restricted features. */
  readonly isTest: boolean;
  readonly status: AccountStatus;
  /** Unix ms. */
  readonly createdAt: number;
}

/** The whole account, which only this context sees. */
export interface Account extends Person {
  readonly username: string;
  /** Empty until known. */
  readonly phoneNumber: string;
  /** Undefined for who only ever signed in with Google. */
  readonly passwordHash: string | undefined;
  readonly emailVerified: boolean;
  /** Unix ms of the last signed request. */
  readonly activeAt: number;
}

interface Registration {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly passwordHash: string | undefined;
  readonly emailVerified: boolean;
  readonly referrerId?: string | undefined;
  readonly isTest?: boolean;
}

export function newAccount({ referrerId, isTest = false, ...registration }: Registration, now: number): Account {
  return {
    ...registration,
    id: newId(),
    username: usernameOf(registration.email),
    phoneNumber: '',
    referenceId: drawReferenceId(),
    referrerId,
    isTest,
    status: 'active',
    createdAt: now,
    activeAt: now,
  };
}

/** The part of the address before @ and 4 digits. */
function usernameOf(email: string): string {
  return email.slice(0, email.indexOf('@')) + String(randomInt(10_000)).padStart(4, '0');
}

/** Without the letters that are taken for digits or for each other: people read these aloud. */
const REFERENCE_LETTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const REFERENCE_LENGTH = 8;

function drawReferenceId(): string {
  return Array.from({ length: REFERENCE_LENGTH }, () => REFERENCE_LETTERS[randomInt(REFERENCE_LETTERS.length)]).join('');
}
