import type { Data } from '@harmattan/client';
import type { Grant, GRANT_GROUP_NAMES } from './profile.js';

/** A role with which granting begins. */
export type RoleOfStaff = Data<'control_role_fetch'>[number];

export function grantsOfRole(role: RoleOfStaff, grant: Grant): boolean {
  const [group, name] = grant.split('.') as [(typeof GRANT_GROUP_NAMES)[number], string];
  return role[group][name] === 'YES';
}
