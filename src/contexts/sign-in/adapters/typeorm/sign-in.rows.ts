import { Entity, Index, PrimaryColumn } from 'typeorm';
import { RowSeal, Unsealed } from '../../../../platform/crypto/row-seal.js';
import { Keyed, Sealed } from '../../../../platform/crypto/sealed-columns.js';
import {
  CountColumn,
  FlagColumn,
  IdColumn,
  LongTextColumn,
  PrimaryIdColumn,
  TextColumn,
  TimeColumn,
} from '../../../../platform/database/columns.js';
import type { AccountStatus } from '../../domain/account.js';
import type { CodeSlot } from '../../domain/verification-code.js';
import { sealedAnew } from './session-seal.js';

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
  /** The MAC leaves it out: whoever can write it can also write login records of the device. */
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
  /** By a reset. */
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
  /** What the address looks like; null of ASCII ones that an earlier version wrote. */
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
