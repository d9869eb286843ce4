import { Injectable } from '@nestjs/common';
import { In, MoreThan } from 'typeorm';
import { Failure } from '../../../../kernel/failure.js';
import type { Page, PageRequest } from '../../../../kernel/pagination.js';
import { SecretBox } from '../../../../platform/crypto/secret-box.js';
import { Database } from '../../../../platform/database/database.js';
import { rowLock } from '../../../../platform/database/row-lock.js';
import { readRowPage } from '../../../../platform/database/read-row-page.js';
import { isDuplicate } from '../../../../platform/database/errors.js';
import type { StaffSecrets } from '../../application/ports/staff-invitations.js';
import { type StaffDetailChanges, StaffProfiles } from '../../application/ports/staff-profiles.js';
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
  ) {
    super();
  }

  async find(id: string): Promise<StaffProfile | undefined> {
    const row = await this.rows.findOneBy([{ userId: id }, { trackingId: id }]);
    return row ? toProfile(row) : undefined;
  }

  async findByEmail(email: string): Promise<StaffProfile | undefined> {
    const row = await this.rows.findOneBy({ email });
    return row ? toProfile(row) : undefined;
  }

  async findInvited(registrationId: string, now: number): Promise<StaffProfile | undefined> {
    const registrationDigest = digestOf(registrationId);
    const row = await this.rows.findOneBy({ registrationDigest, status: 'invited', registrationExpires: MoreThan(now) });
    return row ? toProfile(row) : undefined;
  }

  async list(page: PageRequest): Promise<Page<StaffProfile>> {
    const { items, next } = await readRowPage(this.rows, {}, page);
    return { items: items.map(toProfile), next };
  }

  async lock(...ids: string[]): Promise<Map<string, StaffProfile>> {
    const rows = await this.rows.find({ where: { id: In(ids) }, order: { id: 'ASC' }, ...rowLock(this.database) });
    return new Map(rows.map((row) => [row.id, toProfile(row)]));
  }

  async listActive(): Promise<StaffProfile[]> {
    return (await this.rows.findBy({ status: 'active' })).map(toProfile);
  }

  async add(profile: StaffProfile, secrets: StaffSecrets): Promise<void> {
    const { invitedUntil: _, ...encrypted } = profile;
    const row = { ...encrypted, userId: null, grants: JSON.stringify(profile.grants), ...this.stored(profile.id, secrets) };
    try {
      await this.rows.insert(row);
    } catch (error) {
      // Two staff members invited the same address concurrently.
      if (isDuplicate(error) && EMAIL_TAKEN.test((error as Error).message)) throw new Failure(staffFailures.already_exists);
      throw error;
    }
  }

  async replaceInvitation(profile: StaffProfile, secrets: StaffSecrets): Promise<boolean> {
    const { id, firstName, lastName, phone, role, department, bio, officerName } = profile;
    const result = await this.rows.update(
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
    return result.affected === 1;
  }

  async reinvite({ id, email }: StaffProfile, secrets: StaffSecrets): Promise<void> {
    try {
      await this.rows.update({ id }, { email, status: 'invited', ...this.stored(id, secrets) });
    } catch (error) {
      // Another profile has the address that the account was given since.
      if (isDuplicate(error)) throw new Failure(staffFailures.already_exists);
      throw error;
    }
  }

  async activate(id: string, registrationId: string, userId: string): Promise<boolean> {
    const used = { status: 'active', userId, registrationDigest: null, registrationExpires: null } as const;
    try {
      const { affected } = await this.rows.update({ id, status: 'invited', registrationDigest: digestOf(registrationId) }, used);
      return affected === 1;
    } catch (error) {
      // The account belongs to another profile: its address changed to this one after the invitation.
      if (isDuplicate(error)) return false;
      throw error;
    }
  }

  async setGrants(id: string, grants: readonly Grant[]): Promise<void> {
    await this.rows.update({ id }, { grants: JSON.stringify(grants) });
  }

  async setDetails(id: string, { phone, role, department, bio }: StaffDetailChanges): Promise<void> {
    await this.rows.update({ id }, { phone, role, department, bio });
  }

  async disable(id: string): Promise<void> {
    await this.rows.update({ id }, { status: 'inactive', registrationDigest: null, registrationExpires: null });
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
  const { totpSecret: _secret, totpStep: _step, registrationDigest: _digest, registrationExpires, ...profile } = row;
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
