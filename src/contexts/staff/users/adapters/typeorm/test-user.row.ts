import { Entity, Index } from 'typeorm';
import { Keyed, Sealed } from '../../../../../platform/crypto/sealed-columns.js';
import { IdColumn, LongTextColumn, PrimaryIdColumn, TextColumn, TimeColumn } from '../../../../../platform/database/columns.js';
import type { TestUserStatus } from '../../domain/test-user.js';
import { newestDigest } from './password-digest.js';

@Entity('test_user')
@Index('test_user_user', ['userId'], { unique: true })
@Index('test_user_password', ['passwordDigest'], { unique: true })
@Index('test_user_recorded', ['createdAt'])
@Index('test_user_status', ['status', 'createdAt'])
export class TestUserRow {
  @PrimaryIdColumn() id: string;
  @IdColumn('user_id') userId: string;
  /** Encrypted, with the id as associated data. */
  @Sealed() @LongTextColumn('sealed_password') encryptedPassword: string;
  /** Keyed hash, to find duplicates. */
  @Keyed(newestDigest) @TextColumn('password_digest', 64) passwordDigest: string;
  @TextColumn('device_type') deviceType: string;
  @TextColumn('device_serial') deviceSerial: string;
  @TextColumn('device_name') deviceName: string;
  @TextColumn('status', 16) status: TestUserStatus;
  @TimeColumn('recorded') createdAt: number;
}
