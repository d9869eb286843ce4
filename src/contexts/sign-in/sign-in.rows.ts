import { Injectable } from '@nestjs/common';
import { KeyRing } from '../../platform/crypto/key-ring.js';
import { type Keys, Keyed, Sealed } from '../../platform/crypto/sealed-columns.js';
import { Entity, Index, PrimaryColumn } from 'typeorm';
import { RowSeal, Unsealed, sealSelection } from '../../platform/crypto/row-seal.js';
import {
  CountColumn,
  FlagColumn,
  IdColumn,
  LongTextColumn,
  PrimaryIdColumn,
  TextColumn,
  TimeColumn,
} from '../../platform/database/columns.js';
import { type AccountStatus, type AccountDetails, type Account, isPhoneProved, maySignIn } from './accounts.js';
import type { CodeSlot } from './verification-code.js';
import { emailSkeleton } from '../../kernel/email-address.js';
import type { RowSeals } from '../../platform/crypto/row-seals.js';

/** Columns that decide whom a session speaks for, and how long. */
interface SealedSession {
  readonly id: string;
  readonly userId: string;
  readonly publicKey: string;
  readonly grants: string | null;
  readonly expires: number;
  readonly createdAt: number;
}

const PURPOSE = 'session rows';

/** A MAC over a session's row, so that nobody becomes another user, or staff, by a change in the database. */
@Injectable()
export class SessionSeal {
  constructor(private readonly ring: KeyRing) {}

  seal(session: SealedSession): string {
    return this.ring.mac(PURPOSE, textOf(session));
  }

  fits(session: SealedSession & { readonly mac: string }): boolean {
    return this.ring.verifyMac(PURPOSE, textOf(session), session.mac);
  }
}

/** A row that was changed keeps the MAC that does not fit it. */
export function sealedAnew(row: SealedSession & { readonly mac: string }, { ring }: Keys): string {
  const sessionSeal = new SessionSeal(ring);
  return sessionSeal.fits(row) ? sessionSeal.seal(row) : row.mac;
}

function textOf({ id, userId, publicKey, grants, expires, createdAt }: SealedSession): string {
  return JSON.stringify([id, userId, publicKey, grants !== null, grants, expires, createdAt]);
}

@Entity('account_closing')
@Index('account_closing_due', ['closesAt'])
export class AccountClosingRow {
  @PrimaryIdColumn('user_id') userId: string;
  @TimeColumn('closes_at') closesAt: number;
  @TimeColumn('recorded') createdAt: number;
}

@Entity('login_record')
@Index('login_record_user', ['userId', 'createdAt'])
@Index('login_record_device', ['userId', 'deviceSerial'])
@Index('login_record_country', ['country', 'userId'])
export class LoginRecordRow {
  @PrimaryIdColumn() id: string;
  @IdColumn('user_id') userId: string;
  @TextColumn('ip', 64) ip: string;
  @TextColumn('city') city: string;
  @TextColumn('country') country: string;
  @TextColumn('device_name') deviceName: string;
  @TextColumn('device_type') deviceType: string;
  @TextColumn('device_serial') deviceSerial: string;
  @TextColumn('outcome', 16) outcome: 'success' | 'failed';
  @TimeColumn('recorded') createdAt: number;
}

@Entity('mailed_code')
@Index('mailed_code_expires', ['expires'])
export class MailedCodeRow {
  @PrimaryColumn({ name: 'email', type: 'varchar', length: 255 }) email: string;
  @PrimaryColumn({ name: 'slot', type: 'varchar', length: 16 }) slot: CodeSlot;
  @IdColumn('id') id: string;
  @TextColumn('purposes', 64) purposes: string;
  @CountColumn('tries') tries: number;
  @LongTextColumn('network_tries') networkTries: string;
  @FlagColumn('used') used: boolean;
  @CountColumn('version') version: number;
  @TimeColumn('expires') expires: number;
}

@Entity('code_mailing')
@Index('code_mailing_last', ['lastAt'])
export class CodeMailingRow {
  @PrimaryColumn({ name: 'email', type: 'varchar', length: 255 }) email: string;
  @LongTextColumn('sent') sent: string;
  @CountColumn('version') version: number;
  @TimeColumn('last_at') lastAt: number;
}

/** A word of a user's names; `createdAt` is the user's, so that users are listed by it. */
@Entity('user_name_word')
@Index('user_name_word_word', ['word', 'createdAt'])
export class NameWordRow {
  @PrimaryIdColumn('user_id') userId: string;
  @PrimaryColumn({ name: 'word', type: 'varchar', length: 64 }) word: string;
  @TimeColumn('recorded') createdAt: number;
}

@Entity('password_history')
@Index('password_history_user', ['userId', 'id'])
export class PasswordHistoryRow {
  @PrimaryIdColumn() id: string;
  @IdColumn('user_id') userId: string;
  @TextColumn('password_hash') passwordHash: string;
}

/** When a replaced secret stopped, or will stop, to be valid. */
export interface PreviousSecret {
  readonly rotation: number;
  readonly until: number;
}

@Entity('session')
@Index('session_key', ['publicKey'], { unique: true })
@Index('session_device', ['userId', 'deviceSerial'], { unique: true })
@Index('session_expires', ['expires'])
@Index('session_active', ['activeAt'])
export class SessionRow {
  @PrimaryIdColumn() id: string;
  @IdColumn('user_id') userId: string;
  @TextColumn('public_key', 64) publicKey: string;
  /** The seed, encrypted. */
  @Sealed() @TextColumn('secret') secret: string;
  @CountColumn('rotation', { default: 0 }) rotation: number;
  @LongTextColumn('previous') previous: string;
  @TextColumn('device_serial') deviceSerial: string;
  @TextColumn('device_type') deviceType: string;
  @TextColumn('device_name') deviceName: string;
  @TextColumn('ip', 64, { default: '' }) ip: string;
  @IdColumn('login_id', { nullable: true }) loginId: string | null;
  @LongTextColumn('grants', { nullable: true }) grants: string | null;
  @TimeColumn('expires') expires: number;
  @TimeColumn('recorded') createdAt: number;
  @TimeColumn('active_at', { default: 0 }) activeAt: number;
  /** The MAC leaves it out: a writer of this column can also write login records of the device. */
  @TimeColumn('new_device_from', { default: 0 }) newDeviceFrom: number;
  /** 0: the device is not new. */
  @TimeColumn('new_device_until', { default: 0 }) newDeviceUntil: number;
  @Keyed(sealedAnew) @TextColumn('mac', 64, { default: '' }) mac: string;
}

@Entity('transaction_pin')
@RowSeal<TransactionPinRow>('pinSeal', ['id', 'sealedHash', 'isEnded'])
@Unsealed<TransactionPinRow>({
  failures: 'whoever can write it can also restore the whole row of before the wrong attempts, with its seal',
  lockedUntil: 'as the failures',
})
export class TransactionPinRow {
  @PrimaryIdColumn('user_id') userId: string;
  @IdColumn('pin_id') id: string;
  /** Encrypted, because ten thousand PINs are soon tried on a hash. */
  @Sealed() @LongTextColumn('sealed_hash') sealedHash: string;
  /** Ended by a reset. */
  @FlagColumn('ended', { default: 0 }) isEnded: boolean;
  @CountColumn('failures') failures: number;
  @TimeColumn('locked_until') lockedUntil: number;
  @TextColumn('pin_seal', 64, { nullable: true }) pinSeal: string | null;
}

@Entity('used_id_token')
@Index('used_id_token_expires', ['expires'])
export class UsedIdTokenRow {
  @PrimaryColumn({ name: 'digest', type: 'varchar', length: 64 }) digest: string;
  @TimeColumn('expires') expires: number;
}

@Entity('user_account')
@Index('user_account_email', ['email'], { unique: true })
@Index('user_account_email_skeleton', ['emailSkeleton'], { unique: true })
@Index('user_account_reference', ['referenceId'], { unique: true })
@Index('user_account_referrer', ['referrerId'])
@Index('user_account_recorded', ['createdAt'])
@Index('user_account_proved_phone', ['provedPhone'], { unique: true })
@Index('user_account_phone', ['phoneNumber', 'createdAt'])
@Index('user_account_test', ['isTest'])
@Index('user_account_status', ['status', 'createdAt'])
@RowSeal<UserRow>('credentialSeal', ['passwordHash', 'googleSub'])
@RowSeal<UserRow>('accountSeal', [
  'email',
  'firstName',
  'lastName',
  'phoneNumber',
  'emailVerified',
  'phoneVerified',
  'provedPhone',
  'identityVerified',
  'verifiedNumbers',
  'referenceId',
  'referrerId',
  'isTest',
  'status',
  'hasPin',
  'coolingOffUntil',
  'createdAt',
])
@Unsealed<UserRow>({
  emailSkeleton: 'follows from the address, and lets nobody in',
  username: 'is only shown',
  devicesTrustedFrom: 'says which attempts at the password are counted apart, and lets nobody in',
  activeAt: 'is only shown, and written once a minute',
})
export class UserRow {
  @PrimaryIdColumn() id: string;
  @TextColumn('email') email: string;
  /** The address's look; null for ASCII ones that an earlier version wrote. */
  @TextColumn('email_skeleton', 255, { nullable: true }) emailSkeleton: string | null;
  @TextColumn('username') username: string;
  @TextColumn('first_name') firstName: string;
  @TextColumn('last_name') lastName: string;
  @TextColumn('phone_number', 32) phoneNumber: string;
  @TextColumn('password_hash', 255, { nullable: true }) passwordHash: string | null;
  @TextColumn('google_sub', 255, { nullable: true }) googleSub: string | null;
  @FlagColumn('email_verified') emailVerified: boolean;
  @FlagColumn('phone_verified', { default: 0 }) phoneVerified: boolean;
  /** The phone number once it is proved, else null. */
  @TextColumn('proved_phone', 32, { nullable: true }) provedPhone: string | null;
  @FlagColumn('identity_verified', { default: 0 }) identityVerified: boolean;
  @TextColumn('verified_numbers', 16, { default: '' }) verifiedNumbers: string;
  @TextColumn('reference_id', 8) referenceId: string;
  @IdColumn('referrer_id', { nullable: true }) referrerId: string | null;
  @FlagColumn('is_test') isTest: boolean;
  /** Whether there is a row of a transaction PIN, which somebody could take away. */
  @FlagColumn('has_pin', { default: 0 }) hasPin: boolean;
  @TextColumn('status', 16) status: AccountStatus;
  @TimeColumn('devices_trusted_from', { default: 0 }) devicesTrustedFrom: number;
  @TimeColumn('cooling_off_until', { default: 0 }) coolingOffUntil: number;
  @TimeColumn('active_at') activeAt: number;
  @TimeColumn('recorded') createdAt: number;
  @TextColumn('credential_seal', 64, { nullable: true }) credentialSeal: string | null;
  @TextColumn('account_seal', 64, { nullable: true }) accountSeal: string | null;
}

type Marks = Pick<Account, 'emailVerified' | 'phoneVerified' | 'phoneProved' | 'identityVerified' | 'verifiedNumbers' | 'status'>;
export type SealedAccount = Omit<DetailsRow, 'username' | 'devicesTrustedFrom' | 'activeAt'>;
/** The columns of a row that are no property of an account. */
type Own = 'provedPhone' | 'hasPin' | 'credentialSeal' | 'accountSeal';
type DetailsRow = Omit<UserRow, 'emailSkeleton' | 'passwordHash' | 'googleSub' | 'credentialSeal'>;

/** Undefined credentials where their seal does not fit. */
export async function toAccount(row: UserRow, seals: RowSeals): Promise<Account> {
  const areCredentials = await seals.holds(UserRow, 'credentialSeal', row);
  const { passwordHash, googleSub, emailSkeleton: _skeleton, credentialSeal: _seal, ...rest } = row;
  return {
    ...(await toDetails(rest, seals)),
    devicesTrustedFrom: row.devicesTrustedFrom,
    passwordHash: areCredentials ? (passwordHash ?? undefined) : undefined,
    googleSub: areCredentials ? (googleSub ?? undefined) : undefined,
  };
}

export async function toDetails(row: DetailsRow, seals: RowSeals): Promise<AccountDetails> {
  const isSealed = await seals.holds(UserRow, 'accountSeal', row);
  const { referrerId, provedPhone: _phone, hasPin: _pin, accountSeal: _seal, ...details } = row;
  return {
    ...details,
    phoneProved: isPhoneProved(row),
    ...(isSealed ? {} : untrusted(row)),
    referrerId: referrerId ?? undefined,
  };
}

/** Shown for an account that somebody changed in the database: nothing is verified, and nobody signs in until somebody has looked at it. */
export function untrusted({ status }: { readonly status: AccountStatus }): Marks {
  const blocked = maySignIn({ status }) ? 'suspended' : status;
  return {
    emailVerified: false,
    phoneVerified: false,
    phoneProved: false,
    identityVerified: false,
    verifiedNumbers: '',
    status: blocked,
  };
}

export function toRow({ passwordHash, googleSub, referrerId, phoneProved, ...account }: Account, seals: RowSeals): UserRow {
  const row: Omit<UserRow, Exclude<Own, 'provedPhone' | 'hasPin'>> = {
    ...account,
    emailSkeleton: emailSkeleton(account.email),
    passwordHash: passwordHash ?? null,
    googleSub: googleSub ?? null,
    referrerId: referrerId ?? null,
    provedPhone: phoneProved && account.phoneNumber !== '' ? account.phoneNumber : null,
    hasPin: false,
  };
  return { credentialSeal: null, accountSeal: null, ...row, ...seals.of(UserRow, row) };
}

export function accountSelection(table: string, prefix = ''): string {
  return sealSelection(UserRow, 'accountSeal', table, prefix);
}
