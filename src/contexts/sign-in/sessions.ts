import { createHmac, randomBytes } from 'node:crypto';
import { DAY_MS, HOUR_MS } from '../../kernel/clock.js';
import type { NewDevice } from '../../kernel/caller.js';
import type { Page, PageRequest } from '../../kernel/pagination.js';
import type { Account } from './accounts.js';

/** How long a replaced secret stays valid, in case the answer was lost. */
export const ROTATION_GRACE_MS = 60_000;

/** A session ends this long after its last signed request. */
export const IDLE_SESSION_MS = 7 * DAY_MS;

export function idleMs(isStaff: boolean, staffIdleMs: number): number {
  return isStaff ? staffIdleMs : IDLE_SESSION_MS;
}

/** Per user; the oldest one ends for a further one. */
export const MAX_SESSIONS = 20;

/** Time for which a sign-in counts as a proof of the person. */
const RECENT_MS = 600_000;

export function isRecentSignIn(signedInAt: number, now: number): boolean {
  return now - signedInAt <= RECENT_MS;
}

const STAFF_SESSION_MS = 8 * HOUR_MS;
const USER_SESSION_MS = 30 * DAY_MS;

/** Rotation does not extend it. */
export function maximumAgeMs(isStaff: boolean): number {
  return isStaff ? STAFF_SESSION_MS : USER_SESSION_MS;
}

/** Life from the beginning of the session and from each rotation. */
export function sessionLifeMs(settingMs: number, isStaff: boolean): number {
  return Math.min(settingMs, maximumAgeMs(isStaff));
}

export interface Credentials {
  readonly sessionId: string;
  readonly userId: string;
  readonly publicKey: string;
  readonly secret: string;
  readonly expires: number;
}

export function drawPublicKey(): string {
  return randomBytes(24).toString('base64url');
}

/** All secrets of a session follow from its seed, so that a secret of long ago is recognised without keeping it. */
export function drawSeed(): string {
  return randomBytes(32).toString('base64url');
}

/** @param rotation how often the session was rotated before */
export function secretOf(seed: string, rotation: number): string {
  return createHmac('sha256', seed).update(`rotation ${rotation}`).digest('base64url');
}

export interface Device {
  /** `Android`, `iOS`, `Web`. */
  readonly type: string;
  readonly serial: string;
  readonly name: string;
}

export interface NewSession {
  readonly id: string;
  readonly userId: string;
  readonly publicKey: string;
  /** Encrypted where it is stored. */
  readonly seed: string;
  readonly device: Device;
  readonly ip: string;
  /** The login record, which will know the place. */
  readonly loginId?: string;
  readonly expires: number;
  /** Only on staff sessions, as `userControl.allowModify`. */
  readonly grants?: readonly string[];
  readonly newDevice?: NewDevice | undefined;
}

export interface SessionRotation {
  /** Life from now on. */
  readonly lifeMs: number;
  /** Upper bound of the session's age, whatever its life. */
  readonly maximumAgeMs: number;
  /** How long the replaced secret stays valid. */
  readonly graceMs: number;
}

export interface RotatedSession {
  readonly secret: string;
  readonly expires: number;
}

export interface SessionOverview {
  readonly id: string;
  readonly device: Device;
  readonly ip: string;
  /** Empty until the place is known. */
  readonly city: string;
  readonly country: string;
  readonly createdAt: number;
  readonly activeAt: number;
}

/** An ended session is refused at once on every node, and its push registrations end with it. A row that was changed in the database is no session. */
export abstract class Sessions {
  /** Also ends the user's session on the same device, and the oldest beyond the limit. In the caller's unit of work. */
  abstract begin(session: NewSession): Promise<void>;
  /** @returns undefined when the session is gone */
  abstract rotate(sessionId: string, rotation: SessionRotation): Promise<RotatedSession | undefined>;
  /** The live ones, newest first. */
  abstract list(userId: string): Promise<SessionOverview[]>;
  /** @param userId only a session of this user. @returns whether there was one */
  abstract end(sessionId: string, userId?: string): Promise<boolean>;
  /** In the caller's unit of work where there is one. */
  abstract endAll(userId: string, options?: { except?: string }): Promise<void>;
  /** In the caller's unit of work. */
  abstract setGrants(userId: string, grants: readonly string[]): Promise<void>;
  /** Removes at most `limit` expired or idle sessions; returns how many. */
  abstract removeExpired(now: number, limit: number): Promise<number>;
}

export interface NewLoginRecord {
  readonly userId: string;
  readonly ip: string;
  readonly device: Device;
  readonly outcome: 'success' | 'failed';
}

export interface LoginRecord extends NewLoginRecord {
  readonly id: string;
  /** Empty until the place is known. */
  readonly city: string;
  readonly country: string;
  readonly createdAt: number;
}

export interface LoginOrigin {
  readonly ip: string;
  readonly serial: string;
}

export type TrustedDevices = Pick<Account, 'id' | 'devicesTrustedFrom'>;

export interface SeenDevice {
  readonly serial: string;
  readonly seenAt: number;
}

export abstract class LoginRecords {
  abstract list(userId: string, page: PageRequest): Promise<Page<LoginRecord>>;
  abstract add(record: NewLoginRecord): Promise<string>;
  /** Outside of a unit of work; a failure is logged. */
  abstract addInBackground(record: NewLoginRecord): void;
  abstract find(id: string): Promise<LoginRecord | undefined>;
  /** The first successful login by user id; users without one are left out. */
  abstract firstOf(userIds: readonly string[]): Promise<ReadonlyMap<string, LoginRecord>>;
  abstract deviceSerials(userId: string): Promise<string[]>;
  /** Whether one of the others signed in on a device of this user. */
  abstract shareDevice(userId: string, others: readonly string[]): Promise<boolean>;
  /** Each address and device of a successful login in a time. */
  abstract origins(userId: string, span: { readonly since: number; readonly until: number }): Promise<LoginOrigin[]>;
  abstract removeAll(userId: string): Promise<void>;
  abstract setPlace(id: string, place: { readonly city: string; readonly country: string }): Promise<void>;
  /** Whether a device signed in from this address. */
  abstract knowsAddress(userId: string, ip: string): Promise<boolean>;
  /** Whether the device signed in since the account's devices are trusted. */
  async knowsDevice(account: TrustedDevices, deviceSerial: string): Promise<boolean> {
    return (await this.deviceSeenAt(account, deviceSerial)) !== undefined;
  }
  /** When the device signed in for the first time since then. */
  abstract deviceSeenAt(account: TrustedDevices, deviceSerial: string): Promise<number | undefined>;
  /** Those that signed in for the first time after `since`, in that order. */
  abstract newDevices(account: TrustedDevices, since: number): Promise<readonly SeenDevice[]>;
}

export interface PushTarget {
  readonly tokenType: string;
  readonly pushToken: string;
  readonly channelId: string;
}

export interface SignInContext {
  readonly ip: string;
  readonly device: Device;
  readonly push: PushTarget | undefined;
  /** Whether the mailbox of the account was proved too; then a new device does not wait for the guesses of strangers. */
  readonly hasCode?: boolean;
}

export interface SessionOptions {
  /** Permissions as `userControl.allowModify`; a staff session lasts 8 h at most. */
  readonly grants?: readonly string[];
  /** Suppresses the warning of a new device. */
  readonly isRegistration?: boolean;
}

export abstract class SignInSettings {
  abstract readonly sessionLifeMs: number;
  /** A session of staff ends this long after its last signed request. */
  abstract readonly staffIdleMs: number;
  /** The wait after a reset, without the former transaction PIN. */
  abstract readonly coolingOffMs: number;
  /** Whether only accounts with a verified address may spend, and none changes it without the password. */
  abstract readonly requiresVerifiedEmail: boolean;
  /** How long records of logins, and of their places, are kept; 0: for ever. */
  abstract readonly loginRecordDays: number;
}

export interface OwnerSecrets {
  readonly password: string | undefined;
  /** Mailed for `export`, where the account has no password. */
  readonly code: string | undefined;
}
