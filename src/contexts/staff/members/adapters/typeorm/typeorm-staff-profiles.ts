import { Injectable } from '@nestjs/common';
import { In, MoreThan } from 'typeorm';
import { Failure } from '../../../../../kernel/failure.js';
import type { Page, PageRequest } from '../../../../../kernel/pagination.js';
import { RowSeals } from '../../../../../platform/crypto/row-seals.js';
import { SecretBox } from '../../../../../platform/crypto/secret-box.js';
import { Database } from '../../../../../platform/database/database.js';
import { rowLock } from '../../../../../platform/database/row-lock.js';
import { readRowPage } from '../../../../../platform/database/read-row-page.js';
import { isDuplicate } from '../../../../../platform/database/errors.js';
import { type StaffDetailChanges, StaffProfiles, type StaffSecrets } from '../../application/ports.js';
import type { Grant } from '../../domain/grants.js';
import { staffFailures } from '../../domain/staff.failures.js';
import { digestOf, type StaffProfile } from '../../domain/staff-profile.js';
import { StaffProfileRow } from './staff-profile.row.js';

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
