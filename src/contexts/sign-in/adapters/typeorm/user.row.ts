import { Entity, Index } from 'typeorm';
import { RowSeal, Unsealed } from '../../../../platform/crypto/row-seal.js';
import { FlagColumn, IdColumn, PrimaryIdColumn, TextColumn, TimeColumn } from '../../../../platform/database/columns.js';
import type { AccountStatus } from '../../domain/account.js';

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
