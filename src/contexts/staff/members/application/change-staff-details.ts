import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../../kernel/caller.js';
import { Failure } from '../../../../kernel/failure.js';
import { AuditedUnitOfWork } from '../../../audit/index.js';
import { refuseUnlessSuperAdministrator } from '../domain/grants.js';
import { staffFailures } from '../domain/staff.failures.js';
import { type StaffDetailChanges, StaffProfiles } from './ports.js';

@Injectable()
export class ChangeStaffDetails {
  constructor(
    private readonly profiles: StaffProfiles,
    private readonly auditedUnitOfWork: AuditedUnitOfWork,
  ) {}

  /** @param id user id or tracking id; one's own, too @throws Failure `staff.not_found`, `staff.nothing_to_update`, `staff.super_administrator_only` */
  async execute(id: string, changes: StaffDetailChanges, caller: Caller): Promise<void> {
    if (Object.values(changes).every((change) => change === undefined)) throw new Failure(staffFailures.nothing_to_update);
    const found = await this.profiles.find(id);
    if (!found) throw new Failure(staffFailures.not_found);
    await this.auditedUnitOfWork.execute(caller, 'control_staff_details_update', async () => {
      const { phone, role, department, bio, grants, trackingId } = (await this.profiles.lock(found.id)).get(found.id)!;
      refuseUnlessSuperAdministrator(grants, caller.grants);
      await this.profiles.setDetails(found.id, changes);
      return { subject: `staff:${trackingId}`, before: { phone, role, department, bio }, after: changes, result: undefined };
    });
  }
}
