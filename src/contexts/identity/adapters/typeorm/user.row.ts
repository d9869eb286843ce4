import { Entity, Index } from 'typeorm';
import { FlagColumn, IdColumn, PrimaryIdColumn, TextColumn, TimeColumn } from '../../../../platform/database/columns.js';
import type { AccountStatus } from '../../domain/account.js';

@Entity('user_account')
@Index('user_account_email', ['email'], { unique: true })
@Index('user_account_reference', ['referenceId'], { unique: true })
@Index('user_account_referrer', ['referrerId'])
@Index('user_account_recorded', ['createdAt'])
@Index('user_account_proved_phone', ['provedPhone'], { unique: true })
@Index('user_account_phone', ['phoneNumber', 'createdAt'])
@Index('user_account_test', ['isTest'])
@Index('user_account_status', ['status', 'createdAt'])
export class UserRow {
  @PrimaryIdColumn() id: string;
  @TextColumn('email') email: string;
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
  @TextColumn('status', 16) status: AccountStatus;
  @TimeColumn('devices_trusted_from', { default: 0 }) devicesTrustedFrom: number;
  @TimeColumn('active_at') activeAt: number;
  @TimeColumn('recorded') createdAt: number;
}
