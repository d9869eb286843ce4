import { Entity, Index, In, MoreThan, LessThan } from 'typeorm';
import { RowSeal, Unsealed } from '../../../platform/crypto/row-seal.js';
import { Sealed } from '../../../platform/crypto/sealed-columns.js';
import {
  CountColumn,
  IdColumn,
  LongTextColumn,
  PrimaryIdColumn,
  TextColumn,
  TimeColumn,
} from '../../../platform/database/columns.js';
import {
  type StaffStatus,
  type StaffDetailChanges,
  StaffProfiles,
  type StaffSecrets,
  digestOf,
  type StaffProfile,
} from './profiles.js';
import { Injectable } from '@nestjs/common';
import { Failure } from '../../../kernel/failure.js';
import type { Page, PageRequest } from '../../../kernel/pagination.js';
import { RowSeals } from '../../../platform/crypto/row-seals.js';
import { SecretBox } from '../../../platform/crypto/secret-box.js';
import { Database } from '../../../platform/database/database.js';
import { rowLock } from '../../../platform/database/server-dialect.js';
import { readRowPage } from '../../../platform/database/read-row-page.js';
import { isDuplicate } from '../../../platform/database/errors.js';
import { type Grant, staffFailures } from './grants.js';
import { type SecondFactor, SecondFactorStore } from './second-factors.js';
import { Contributes } from '../../../kernel/registry.js';
import { type RecordSummary, StaffRecords } from '../../../kernel/records.js';
import { StaffAccounts } from '../../../kernel/staff-roles.js';
import { beginsWith } from '../../../platform/database/remove-rows.js';

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

/** Index name on MySQL and on SQLite. */
const EMAIL_TAKEN = /staff_profile[_.]email/;

@Injectable()
export class TypeormStaffProfiles extends StaffProfiles {
  constructor(
    private readonly database: Database,
    private readonly box: SecretBox,
    private readonly seals: RowSeals,
  ) {
    super();
  }

  async find(id: string): Promise<StaffProfile | undefined> {
    const row = await this.rows.findOneBy([{ userId: id }, { trackingId: id }]);
    return row ? this.profile(row) : undefined;
  }

  async findByEmail(email: string): Promise<StaffProfile | undefined> {
    const row = await this.rows.findOneBy({ email });
    return row ? this.profile(row) : undefined;
  }

  async findInvited(registrationId: string, now: number): Promise<StaffProfile | undefined> {
    const registrationDigest = digestOf(registrationId);
    const row = await this.rows.findOneBy({ registrationDigest, status: 'invited', registrationExpires: MoreThan(now) });
    const profile = row ? await this.profile(row) : undefined;
    return profile?.status === 'invited' ? profile : undefined;
  }

  async list(page: PageRequest): Promise<Page<StaffProfile>> {
    const { items, next } = await readRowPage(this.rows, {}, page);
    return { items: await this.profiles(items), next };
  }

  async lock(...ids: string[]): Promise<Map<string, StaffProfile>> {
    const rows = await this.rows.find({ where: { id: In(ids) }, order: { id: 'ASC' }, ...rowLock(this.database) });
    return new Map((await this.profiles(rows)).map((profile) => [profile.id, profile]));
  }

  async listActive(): Promise<StaffProfile[]> {
    const active = await this.profiles(await this.rows.findBy({ status: 'active' }));
    return active.filter(({ status }) => status === 'active');
  }

  async add(profile: StaffProfile, secrets: StaffSecrets): Promise<void> {
    const { invitedUntil: _, ...encrypted } = profile;
    const row = { ...encrypted, userId: null, grants: JSON.stringify(profile.grants), ...this.stored(profile.id, secrets) };
    try {
      await this.rows.insert({ ...row, ...this.seals.of(StaffProfileRow, row) });
    } catch (error) {
      // Two staff members invited the same address concurrently.
      if (isDuplicate(error) && EMAIL_TAKEN.test((error as Error).message)) throw new Failure(staffFailures.already_exists);
      throw error;
    }
  }

  async replaceInvitation(profile: StaffProfile, secrets: StaffSecrets): Promise<boolean> {
    const { id, firstName, lastName, phone, role, department, bio, officerName } = profile;
    const before = await this.seals.update(
      StaffProfileRow,
      { id, status: 'invited' },
      {
        firstName,
        lastName,
        phone,
        role,
        department,
        bio,
        officerName,
        grants: JSON.stringify(profile.grants),
        ...this.stored(id, secrets),
      },
    );
    return before !== undefined;
  }

  async reinvite({ id, email }: StaffProfile, secrets: StaffSecrets): Promise<void> {
    try {
      await this.seals.update(StaffProfileRow, { id }, { email, status: 'invited', ...this.stored(id, secrets) });
    } catch (error) {
      // Another profile has the address that the account was given since.
      if (isDuplicate(error)) throw new Failure(staffFailures.already_exists);
      throw error;
    }
  }

  async activate(id: string, registrationId: string, userId: string): Promise<boolean> {
    const used = { status: 'active', userId, registrationDigest: null, registrationExpires: null } as const;
    try {
      const invited = { id, status: 'invited', registrationDigest: digestOf(registrationId) } as const;
      return (await this.seals.update(StaffProfileRow, invited, used)) !== undefined;
    } catch (error) {
      // The account belongs to another profile: its address changed to this one after the invitation.
      if (isDuplicate(error)) return false;
      throw error;
    }
  }

  async setGrants(id: string, grants: readonly Grant[]): Promise<void> {
    await this.seals.update(StaffProfileRow, { id }, { grants: JSON.stringify(grants) });
  }

  async setDetails(id: string, { phone, role, department, bio }: StaffDetailChanges): Promise<void> {
    await this.rows.update({ id }, { phone, role, department, bio });
  }

  async disable(id: string): Promise<void> {
    await this.seals.update(StaffProfileRow, { id }, { status: 'inactive', registrationDigest: null, registrationExpires: null });
  }

  private profiles(rows: readonly StaffProfileRow[]): Promise<StaffProfile[]> {
    return Promise.all(rows.map((row) => this.profile(row)));
  }

  /** Without grants, and as if disabled, where somebody changed it in the database. */
  private async profile(row: StaffProfileRow): Promise<StaffProfile> {
    if (await this.seals.holds(StaffProfileRow, 'profileSeal', row)) return toProfile(row);
    return { ...toProfile(row), grants: [], status: 'inactive', invitedUntil: undefined };
  }

  private get rows() {
    return this.database.repository(StaffProfileRow);
  }

  private stored(id: string, { invitation, totpSecret }: StaffSecrets) {
    return {
      registrationDigest: digestOf(invitation.registrationId),
      registrationExpires: invitation.expires,
      totpSecret: this.box.encrypt(totpSecret, id),
      totpStep: 0,
    };
  }
}

function toProfile(row: StaffProfileRow): StaffProfile {
  const {
    totpSecret: _secret,
    totpStep: _step,
    registrationDigest: _digest,
    profileSeal: _seal,
    registrationExpires,
    ...profile
  } = row;
  return {
    ...profile,
    userId: row.userId ?? undefined,
    phone: row.phone ?? '',
    role: row.role ?? '',
    department: row.department ?? '',
    bio: row.bio ?? '',
    officerName: row.officerName ?? '',
    grants: JSON.parse(row.grants) as Grant[],
    invitedUntil: registrationExpires ?? undefined,
  };
}

@Injectable()
export class TypeormSecondFactorStore extends SecondFactorStore {
  constructor(
    private readonly database: Database,
    private readonly box: SecretBox,
    private readonly seals: RowSeals,
  ) {
    super();
  }

  async get(profileId: string): Promise<SecondFactor> {
    const row = await this.rows.findOneByOrFail({ id: profileId });
    if (!(await this.seals.holds(StaffProfileRow, 'profileSeal', row))) throw new Failure(staffFailures.not_found);
    const { totpSecret, totpStep } = row;
    return { secret: this.box.decrypt(totpSecret, profileId), isConfirmed: totpStep > 0, encrypted: totpSecret };
  }

  async use(profileId: string, { encrypted: totpSecret }: SecondFactor, step: number): Promise<boolean> {
    const { affected } = await this.rows.update({ id: profileId, totpSecret, totpStep: LessThan(step) }, { totpStep: step });
    return affected === 1;
  }

  async replace(profileId: string, secret: string): Promise<void> {
    const totpSecret = this.box.encrypt(secret, profileId);
    await this.seals.update(StaffProfileRow, { id: profileId }, { totpSecret, totpStep: 0 });
  }

  private get rows() {
    return this.database.repository(StaffProfileRow);
  }
}

/** Members of staff by the id of their account. */
@Injectable()
@Contributes(StaffAccounts)
export class TypeormStaffAccounts extends StaffAccounts {
  constructor(private readonly database: Database) {
    super();
  }

  async among(userIds: readonly string[]): Promise<ReadonlySet<string>> {
    const where = { userId: In([...userIds]), status: 'active' } as const;
    const rows = await this.database.repository(StaffProfileRow).find({ select: { id: true, userId: true }, where });
    return new Set(rows.map(({ userId }) => userId!));
  }
}

@Injectable()
@Contributes(StaffRecords)
export class TypeormFoundStaff extends StaffRecords {
  override readonly kind = 'staff';
  override readonly permission = 'staffControl.getDataList';

  constructor(private readonly database: Database) {
    super();
  }

  override async find(text: string, take: number): Promise<RecordSummary[]> {
    const where = [
      { userId: text },
      { trackingId: text.toUpperCase() },
      { email: text.toLowerCase() },
      { agentName: beginsWith(text) },
    ];
    const { items } = await readRowPage(this.rows, where, { before: undefined, size: take });
    return items.flatMap(summaryOf);
  }

  override async named(ids: readonly string[]): Promise<RecordSummary[]> {
    return (await this.rows.findBy({ userId: In([...ids]) })).flatMap(summaryOf);
  }

  /** Colleagues know each other by name. */
  override nameForAll({ title }: RecordSummary): string {
    return title;
  }

  private get rows() {
    return this.database.repository(StaffProfileRow);
  }
}

/** None before somebody is registered. */
function summaryOf({ userId, agentName, role, department, status, createdAt }: StaffProfileRow): RecordSummary[] {
  if (userId === null) return [];
  const detail = [role, department].filter((text) => text !== null && text !== '').join(', ');
  return [{ id: userId, title: agentName, detail, status, userId, createdAt }];
}
