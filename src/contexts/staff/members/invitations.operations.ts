import { LongText, NewEmail, PhoneNumber, Switches, Text } from '../../../platform/http/input.decorators.js';
import { type StaffInvitee, Invitations } from './invitations.js';
import { type Grant, PERMISSIONS, staffFailures } from './grants.js';
import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../kernel/caller.js';
import { on, Operation } from '../../../platform/http/operation.decorator.js';
import { comment } from '../../../platform/http/presenting.js';

type Group = keyof typeof PERMISSIONS;

/** The permissions of all groups; each group lists the names with YES. */
export abstract class GrantsInput {
  abstract staffcx: string[];
  abstract statscx: string[];
  abstract offercx: string[];
  abstract helpscx: string[];
  abstract userscx: string[];
  abstract othercx: string[];

  get grants(): Grant[] {
    const groups: [Group, string[]][] = [
      ['staffControl', this.staffcx],
      ['StatsControl', this.statscx],
      ['offerControl', this.offercx],
      ['helpControl', this.helpscx],
      ['userControl', this.userscx],
      ['otherControl', this.othercx],
    ];
    return groups.flatMap(([group, names]) => names.map((name) => `${group}.${name}` as Grant));
  }
}

export class StaffCreateInput extends GrantsInput {
  @NewEmail() stemail: string;
  @PhoneNumber() stphone: string;
  @Text() stxrole: string;
  @Text() stxdept: string;
  @LongText() stafbio: string;
  @Switches(PERMISSIONS.staffControl) staffcx: string[];
  @Switches(PERMISSIONS.StatsControl) statscx: string[];
  @Switches(PERMISSIONS.offerControl) offercx: string[];
  @Switches(PERMISSIONS.helpControl) helpscx: string[];
  @Switches(PERMISSIONS.userControl) userscx: string[];
  @Switches(PERMISSIONS.otherControl) othercx: string[];

  get invitee(): StaffInvitee {
    return {
      email: this.stemail,
      phone: this.stphone,
      role: this.stxrole,
      department: this.stxdept,
      bio: this.stafbio,
      grants: this.grants,
    };
  }
}

export class StaffReinviteInput {
  @Text() rquxid: string;
}

/** @param proposalId empty where no permission waits */
export function presentGiving(done: string): (proposalId: string) => { COMMENT: string; MKID: string } {
  return (proposalId) => ({
    COMMENT: proposalId === '' ? done : `${done}; its permissions for money wait for the approval of another member of staff`,
    MKID: proposalId,
  });
}

@Injectable()
export class StaffInvitationsOperations {
  constructor(private readonly invitations: Invitations) {}

  @Operation('control_staff_profile_create', {
    method: 'POST',
    access: 'admin',
    permission: 'staffControl.allowCreate',
    forbidden: { code: null, id: 'permission_failed' },
    missing: null,
    missingIds: {
      stemail: 'requxid_required',
      statscx: 'permission_required',
      offercx: 'permission_required',
      helpscx: 'permission_required',
      userscx: 'permission_required',
      othercx: 'permission_required',
    },
    failures: [
      on(staffFailures.already_exists, { code: null, id: 'staff_already_exists' }),
      on(staffFailures.yourself, { code: null, id: 'self_grant' }),
      on(staffFailures.test_account, { code: null, id: 'failed_processing' }),
      on(staffFailures.beyond_own_grants, { code: null, id: 'permission_failed' }),
    ],
    fault: { code: null, id: 'failed_processing' },
    present: presentGiving('The invitation was sent'),
    summary:
      'Invites somebody by mail to become staff; nobody gives rights that they do not hold. The invitation goes out at once without the permissions for money, which are a proposal that another member approves.',
  })
  async create({ invitee }: StaffCreateInput, caller: Caller) {
    return this.invitations.invite(invitee, caller);
  }

  @Operation('control_staff_profile_enable', {
    method: 'POST',
    access: 'admin',
    permission: 'staffControl.allowModify',
    missing: 400,
    failures: [
      on(staffFailures.not_found, { code: 404 }),
      on(staffFailures.not_disabled, { id: 'not_disabled' }),
      on(staffFailures.already_exists, { id: 'staff_already_exists' }),
      on(staffFailures.beyond_own_grants),
    ],
    present: presentGiving('The staff member was invited again'),
    summary:
      'Brings a disabled staff member back to awaiting registration, with a new invitation by mail. Their permissions for money wait for the approval of another member.',
  })
  async enable({ rquxid }: StaffReinviteInput, caller: Caller) {
    return this.invitations.reinvite(rquxid, 'enable', caller);
  }

  @Operation('control_staff_invitation_renew', {
    method: 'POST',
    access: 'admin',
    permission: 'staffControl.allowCreate',
    missing: 400,
    failures: [
      on(staffFailures.not_found, { code: 404 }),
      on(staffFailures.already_registered, { id: 'already_registered' }),
      on(staffFailures.disabled, { id: 'staff_disabled' }),
      on(staffFailures.already_exists, { id: 'staff_already_exists' }),
      on(staffFailures.beyond_own_grants),
    ],
    present: comment('The invitation was sent again'),
    summary: 'Sends a lost or expired invitation again; the earlier one is void.',
  })
  async renew({ rquxid }: StaffReinviteInput, caller: Caller) {
    await this.invitations.reinvite(rquxid, 'renew', caller);
  }
}
