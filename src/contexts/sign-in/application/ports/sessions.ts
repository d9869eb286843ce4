import type { Caller, NewDevice } from '../../../../kernel/caller.js';
import type { Page, PageRequest } from '../../../../kernel/pagination.js';
import type { Account } from '../../domain/account.js';
import type { Credentials } from '../../domain/session.js';

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
  /** From now. */
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

export abstract class LoginHistory {
  abstract list(userId: string, page: PageRequest): Promise<Page<LoginRecord>>;
}

export abstract class LoginRecords extends LoginHistory {
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
  /** Whether the mailbox of the account was proved too; then a new device does not wait for what strangers guess. */
  readonly hasCode?: boolean;
}

export interface SessionOptions {
  /** As `userControl.allowModify`; a staff session lasts 8 h at most. */
  readonly grants?: readonly string[];
  /** Suppresses the warning of a new device. */
  readonly isRegistration?: boolean;
}

/** Two steps, with room for a second factor between them. */
export abstract class SignIn {
  /** Takes the same time for an unknown address. Outside of a unit of work. @throws Failure `sign_in.login_delayed`, `incorrect_credentials`, `busy` */
  abstract authenticate(email: string, password: string, context: SignInContext): Promise<Account>;
  /** Records a login with a wrong second factor, in the background. */
  abstract recordFailure(account: Account, context: SignInContext): void;
  /** In the caller's unit of work; locks the account. @throws Failure `sign_in.incorrect_credentials` when the password changed, `suspended` */
  abstract begin(account: Account, context: SignInContext, options?: SessionOptions): Promise<Credentials>;
}

export abstract class SignInSettings {
  abstract readonly sessionLifeMs: number;
  /** A session of staff ends this long after its last signed request. */
  abstract readonly staffIdleMs: number;
  /** After a reset, without the transaction PIN of before. */
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

/** For what a session alone must not give away. */
export abstract class OwnerProof {
  /**
   * Uses the code up; call it outside of a unit of work. @throws Failure `sign_in.password_required`, `wrong_password`,
   * `login_delayed`, `busy`, `code_required`, `incorrect_code`
   */
  abstract require(caller: Caller, secrets: OwnerSecrets): Promise<void>;
}
