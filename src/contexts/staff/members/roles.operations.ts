import { Injectable } from '@nestjs/common';
import { STAFF_ROLES } from '../../../kernel/staff-roles.js';
import { NoInput } from '../../../platform/http/input.decorators.js';
import { Operation } from '../../../platform/http/operation.decorator.js';
import { listOf } from '../../../platform/http/presenting.js';
import { presentRole } from './staff.presenters.js';

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
