import { LongText, Optional, PhoneNumber, Switches, Text, NoInput } from '../../../platform/http/input.decorators.js';
import { ListInput, pageOrWhole } from '../../../platform/http/list-input.js';
import { SortedBy, type ListKeys } from '../../../platform/http/list-keys.js';
import { LOGIN_KEYS, presentLogin } from '../../sign-in/sign-in.presenters.js';
import { type StaffDetailChanges, StaffProfiles, type StaffProfile } from './profiles.js';
import { PERMISSIONS, ALL_GRANTS, staffFailures } from './grants.js';
import { GrantsInput, presentGiving } from './invitations.operations.js';
import { lagosDate, lagosTime } from '../../../kernel/lagos-time.js';
import { toDecimal, ZERO_KOBO } from '../../../kernel/money.js';
import { type StaffRole, STAFF_ROLES } from '../../../kernel/staff-roles.js';
import { type StaffView, Members } from './members.js';
import { STATUS } from './sign-in.operations.js';
import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../kernel/caller.js';
import { Failure } from '../../../kernel/failure.js';
import { on, Operation } from '../../../platform/http/operation.decorator.js';
import { comment, pageOrFileOf, listOf } from '../../../platform/http/presenting.js';
import { LoginRecords } from '../../sign-in/index.js';

export const STAFF_KEYS: ListKeys<StaffView> = {
  sorts: {
    recorded: ({ profile }) => profile.createdAt,
    fullName: ({ profile, account }) => fullNameOf(account ?? profile),
    stxrole: ({ profile }) => profile.role,
    stxdept: ({ profile }) => profile.department,
    status: ({ profile }) => STATUS[profile.status],
  },
};

export function presentStaff({ profile, account, figures }: StaffView) {
  const { firstName, lastName } = account ?? profile;
  const activeAt = account?.activeAt ?? profile.createdAt;
  return {
    marker: profile.id,
    rquxid: profile.trackingId,
    userid: profile.userId ?? '',
    userActiveTime: `${lagosDate(activeAt)} ${lagosTime(activeAt)}`,
    firstName,
    lastName,
    username: account?.username ?? '',
    fullName: fullNameOf({ firstName, lastName }),
    phoneVerify: account?.phoneVerified ? 'verified' : 'unverified',
    emailVerify: account?.emailVerified ? 'verified' : 'unverified',
    agentname: profile.agentName,
    identVerify: account?.identityVerified ? 'verified' : 'unverified',
    emailAddress: account?.email ?? profile.email,
    tradeVolume: toDecimal(figures?.tradeVolumeKobo ?? ZERO_KOBO),
    tradeCounts: String(figures?.tradeCounts ?? 0),
    officerName: profile.officerName,
    stphone: profile.phone,
    stxrole: profile.role,
    stxdept: profile.department,
    stafbio: profile.bio,
    activeTime: lagosTime(activeAt),
    status: STATUS[profile.status],
    recorded: String(profile.createdAt),
    ...presentGrants(profile.grants),
  };
}

function fullNameOf({ firstName, lastName }: { readonly firstName: string; readonly lastName: string }): string {
  return `${firstName} ${lastName}`.trim();
}

export function presentRole({ role, title, about, permissions }: StaffRole) {
  return { role, title, about, ...presentGrants(permissions === 'all' ? ALL_GRANTS : permissions) };
}

function presentGrants(grants: readonly string[]) {
  return Object.fromEntries(
    Object.entries(PERMISSIONS).map(([group, names]) => [
      group,
      Object.fromEntries(names.map((name) => [name, grants.includes(`${group}.${name}`) ? 'YES' : 'NO'])),
    ]),
  );
}

export class StaffUpdateInput extends GrantsInput {
  @Text() requxid: string;
  @Switches(PERMISSIONS.staffControl) staffcx: string[];
  @Switches(PERMISSIONS.StatsControl) statscx: string[];
  @Switches(PERMISSIONS.offerControl) offercx: string[];
  @Switches(PERMISSIONS.helpControl) helpscx: string[];
  @Switches(PERMISSIONS.userControl) userscx: string[];
  @Switches(PERMISSIONS.otherControl) othercx: string[];
}

export class StaffDetailsInput {
  @Text() requxid: string;
  @Optional() @PhoneNumber() stphone?: string;
  @Optional() @Text() stxrole?: string;
  @Optional() @Text() stxdept?: string;
  @Optional() @LongText() stafbio?: string;

  get changes(): StaffDetailChanges {
    return { phone: this.stphone, role: this.stxrole, department: this.stxdept, bio: this.stafbio };
  }
}

export class StaffDisableInput {
  @Text() rquxid: string;
}

export class StaffInfoInput {
  @Text() uxid: string;
}

@SortedBy(STAFF_KEYS)
export class StaffMembersInput extends ListInput {}

@SortedBy(LOGIN_KEYS)
export class StaffLoginHistoryInput extends ListInput {
  @Text() uxid: string;
}

const NO_DATA = [on(staffFailures.not_found, { code: 403 })];

@Injectable()
export class StaffOperations {
  constructor(
    private readonly staff: Members,
    private readonly profiles: StaffProfiles,
    private readonly logins: LoginRecords,
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
    return this.staff.changeGrants(requxid, grants, caller);
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
    await this.staff.changeDetails(requxid, changes, caller);
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
    await this.staff.disable(rquxid, caller);
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
      return { items: await this.staff.views(items), next };
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
    const [view] = await this.staff.views([await this.find(id)]);
    return view!;
  }

  private async find(id: string): Promise<StaffProfile> {
    const profile = await this.profiles.find(id);
    if (!profile) throw new Failure(staffFailures.not_found);
    return profile;
  }
}

@Injectable()
export class RolesOperations {
  @Operation('control_role_fetch', {
    method: 'GET',
    access: 'admin',
    permission: null,
    ofStaff: true,
    present: listOf(presentRole),
    summary:
      'The roles with which granting begins, with the permissions of each. What a member of staff may do is decided by their permissions.',
  })
  fetch(_: NoInput) {
    return STAFF_ROLES;
  }
}
