import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../kernel/caller.js';
import { Failure } from '../../../kernel/failure.js';
import { NoInput } from '../../../platform/http/input.decorators.js';
import { pageOrWhole } from '../../../platform/http/list-input.js';
import { on, Operation } from '../../../platform/http/operation.decorator.js';
import { comment, pageOrFileOf } from '../../../platform/http/presenting.js';
import { LoginHistory } from '../../sign-in/index.js';
import { LOGIN_KEYS, presentLogin } from '../../sign-in/sign-in.presenters.js';
import { ChangeGrants } from './application/change-grants.js';
import { ChangeStaffDetails } from './application/change-staff-details.js';
import { DisableStaff } from './application/disable-staff.js';
import { StaffProfiles } from './application/ports.js';
import { LoadStaffViews } from './application/load-staff-views.js';
import { staffFailures } from './domain/staff.failures.js';
import type { StaffProfile } from './domain/staff-profile.js';
import {
  StaffDetailsInput,
  StaffDisableInput,
  StaffInfoInput,
  StaffLoginHistoryInput,
  StaffMembersInput,
  StaffUpdateInput,
} from './staff.inputs.js';
import { presentGiving, presentStaff, STAFF_KEYS } from './staff.presenters.js';

const NO_DATA = [on(staffFailures.not_found, { code: 403 })];

@Injectable()
export class StaffOperations {
  constructor(
    private readonly changeGrants: ChangeGrants,
    private readonly changeDetails: ChangeStaffDetails,
    private readonly disableStaff: DisableStaff,
    private readonly profiles: StaffProfiles,
    private readonly loadViews: LoadStaffViews,
    private readonly logins: LoginHistory,
  ) {}

  @Operation('control_staff_profile_update', {
    method: 'POST',
    access: 'admin',
    permission: 'staffControl.allowModify',
    forbidden: { code: 401 },
    missing: 401,
    failures: [
      on(staffFailures.not_found, { code: 401 }),
      on(staffFailures.own_grants, { code: 401 }),
      on(staffFailures.beyond_own_grants, { code: 401 }),
      on(staffFailures.super_administrator_only, { code: 401 }),
    ],
    present: presentGiving('The permissions were updated'),
    summary:
      'Sets the permissions of another staff member; nobody gives or takes rights that they do not hold. Those for money (otherControl.paymtMethod, otherControl.fiatCurency, staffControl.superadminx) are a proposal that another member approves; while there are fewer than three members a super administrator gives them alone.',
  })
  async update({ requxid, grants }: StaffUpdateInput, caller: Caller) {
    return this.changeGrants.execute(requxid, grants, caller);
  }

  @Operation('control_staff_details_update', {
    method: 'POST',
    access: 'admin',
    permission: 'staffControl.allowModify',
    missing: 400,
    failures: [
      on(staffFailures.not_found, { code: 404 }),
      on(staffFailures.nothing_to_update),
      on(staffFailures.super_administrator_only),
    ],
    present: comment('The details were updated'),
    summary: 'Sets phone number, role, department and biography of a staff member, as far as given.',
  })
  async updateDetails({ requxid, changes }: StaffDetailsInput, caller: Caller) {
    await this.changeDetails.execute(requxid, changes, caller);
  }

  @Operation('control_staff_profile_disable', {
    method: 'GET',
    access: 'admin',
    effect: 'write',
    permission: 'staffControl.allowModify',
    forbidden: { code: 400 },
    missing: 401,
    failures: [
      on(staffFailures.own_account, { code: 403 }),
      on(staffFailures.super_administrator, { code: 400 }),
      on(staffFailures.last_administrator, { code: 404 }),
      on(staffFailures.beyond_own_grants, { code: 400 }),
      on(staffFailures.cannot_disable, { code: 404 }),
    ],
    fault: { code: 404 },
    present: comment('The staff member was disabled'),
    summary: 'Ends somebody’s work as staff, and their sessions and passkeys at once.',
  })
  async disable({ rquxid }: StaffDisableInput, caller: Caller) {
    await this.disableStaff.execute(rquxid, caller);
  }

  @Operation('control_staff_profile_get', {
    method: 'GET',
    access: 'admin',
    permission: null,
    ofStaff: true,
    failures: NO_DATA,
    present: presentStaff,
    summary: 'The staff profile of the caller.',
  })
  own(_: NoInput, { userId }: Caller) {
    return this.show(userId);
  }

  @Operation('control_staff_profile_info', {
    method: 'GET',
    access: 'admin',
    permission: 'staffControl.getDataList',
    ofStaff: true,
    missing: 401,
    failures: NO_DATA,
    present: presentStaff,
    summary: 'The profile of a staff member.',
  })
  info({ uxid }: StaffInfoInput) {
    return this.show(uxid);
  }

  @Operation('control_staff_members_fetch', {
    method: 'GET',
    access: 'admin',
    permission: 'staffControl.getDataList',
    ofStaff: true,
    reads: ({ format }: StaffMembersInput) => (format === 'csv' ? 'staff' : undefined),
    failures: NO_DATA,
    present: pageOrFileOf('staff', presentStaff),
    summary: 'All staff, invited and disabled ones too, newest first.',
  })
  async members(input: StaffMembersInput) {
    const page = await pageOrWhole(input, STAFF_KEYS, async (request) => {
      const { items, next } = await this.profiles.list(request);
      return { items: await this.loadViews.execute(items), next };
    });
    if (page.items.length === 0) throw new Failure(staffFailures.not_found);
    return page;
  }

  @Operation('control_staff_login_history', {
    method: 'GET',
    access: 'admin',
    permission: 'staffControl.getDataList',
    missing: 401,
    reads: ({ format }: StaffLoginHistoryInput) => (format === 'csv' ? 'sign_ins' : undefined),
    failures: NO_DATA,
    present: pageOrFileOf('sign-ins', presentLogin),
    summary: 'When, from where and with what a staff member signed in or tried to, newest first.',
  })
  async loginHistory({ uxid, ...input }: StaffLoginHistoryInput) {
    const { userId } = await this.find(uxid);
    const page = userId && (await pageOrWhole(input, LOGIN_KEYS, (request) => this.logins.list(userId, request)));
    if (!page || page.items.length === 0) throw new Failure(staffFailures.not_found);
    return page;
  }

  private async show(id: string) {
    const [view] = await this.loadViews.execute([await this.find(id)]);
    return view!;
  }

  private async find(id: string): Promise<StaffProfile> {
    const profile = await this.profiles.find(id);
    if (!profile) throw new Failure(staffFailures.not_found);
    return profile;
  }
}
