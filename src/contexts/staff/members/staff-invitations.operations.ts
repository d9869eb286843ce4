import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../kernel/caller.js';
import { on, Operation } from '../../../platform/http/operation.decorator.js';
import { comment } from '../../../platform/http/presenting.js';
import { InviteStaff } from './application/invite-staff.js';
import { ReinviteStaff } from './application/reinvite-staff.js';
import { staffFailures } from './domain/staff.failures.js';
import { StaffCreateInput, StaffReinviteInput } from './staff.inputs.js';
import { presentGiving } from './staff.presenters.js';

@Injectable()
export class StaffInvitationsOperations {
  constructor(
    private readonly inviteStaff: InviteStaff,
    private readonly reinviteStaff: ReinviteStaff,
  ) {}

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
    return this.inviteStaff.execute(invitee, caller);
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
    return this.reinviteStaff.execute(rquxid, 'enable', caller);
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
    await this.reinviteStaff.execute(rquxid, 'renew', caller);
  }
}
