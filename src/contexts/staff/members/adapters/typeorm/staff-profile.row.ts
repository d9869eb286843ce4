import { Entity, Index } from 'typeorm';
import { RowSeal, Unsealed } from '../../../../../platform/crypto/row-seal.js';
import { Sealed } from '../../../../../platform/crypto/sealed-columns.js';
import {
  CountColumn,
  IdColumn,
  LongTextColumn,
  PrimaryIdColumn,
  TextColumn,
  TimeColumn,
} from '../../../../../platform/database/columns.js';
import type { StaffStatus } from '../../domain/staff-profile.js';

@Entity('staff_profile')
@Index('staff_profile_email', ['email'], { unique: true })
@Index('staff_profile_agent', ['agentName'], { unique: true })
@Index('staff_profile_tracking', ['trackingId'], { unique: true })
@Index('staff_profile_registration', ['registrationDigest'], { unique: true })
@Index('staff_profile_user', ['userId'], { unique: true })
@Index('staff_profile_recorded', ['createdAt'])
@RowSeal<StaffProfileRow>('profileSeal', [
  'userId',
  'email',
  'trackingId',
  'grants',
  'status',
  'registrationDigest',
  'registrationExpires',
  'totpSecret',
])
@Unsealed<StaffProfileRow>({
  firstName: 'is only shown',
  lastName: 'is only shown',
  phone: 'is only shown',
  role: 'is only shown; what a member may do are the grants',
  department: 'is only shown',
  bio: 'is only shown',
  officerName: 'is only shown; the audit trail says who invited',
  agentName: 'is only shown',
  totpStep: 'is written at each sign-in, and a code that was used is too old after a minute',
  createdAt: 'is only shown',
})
export class StaffProfileRow {
  @PrimaryIdColumn() id: string;
  @IdColumn('user_id', { nullable: true }) userId: string | null;
  @TextColumn('email') email: string;
  @TextColumn('first_name') firstName: string;
  @TextColumn('last_name') lastName: string;
  @TextColumn('phone', 32, { nullable: true }) phone: string | null;
  @TextColumn('role', 255, { nullable: true }) role: string | null;
  @TextColumn('department', 255, { nullable: true }) department: string | null;
  @LongTextColumn('bio', { nullable: true }) bio: string | null;
  @TextColumn('officer_name', 255, { nullable: true }) officerName: string | null;
  @TextColumn('agent_name', 64) agentName: string;
  @TextColumn('tracking_id', 32) trackingId: string;
  @LongTextColumn('grants') grants: string;
  @TextColumn('status', 16) status: StaffStatus;
  @TextColumn('registration_digest', 64, { nullable: true }) registrationDigest: string | null;
  @TimeColumn('registration_expires', { nullable: true }) registrationExpires: number | null;
  /** Encrypted, with the id as associated data. */
  @Sealed() @TextColumn('totp_secret') totpSecret: string;
  /** Last time step whose code was used; 0 before the first. */
  @CountColumn('totp_step', { default: 0 }) totpStep: number;
  @TimeColumn('recorded') createdAt: number;
  @TextColumn('profile_seal', 64, { nullable: true }) profileSeal: string | null;
}
