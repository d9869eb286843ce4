import { failures, Failure } from '../../../kernel/failure.js';
import { STAFF_ROLES } from '../../../kernel/staff-roles.js';

const NOT_PROCESSED = 'Could not process your request';
const NO_PERMISSION = "Oops, you don't have the necessary permission for this request";

export const staffFailures = failures('staff', {
  invalid_email: ['invalid', 'This is not an e-mail address'],
  invalid_name: ['invalid', 'A name has letters, of one script in each word, spaces, hyphens, apostrophes and full stops'],
  already_registered: ['conflict', 'This staff member has registered already'],

  incorrect_credentials: ['unauthenticated', 'Incorrect credentials'],
  invalid_code: ['invalid', 'Invalid authentication code'],
  code_required: ['invalid', 'A code of your authenticator app is required for this'],
  no_invitation: ['refused', NOT_PROCESSED],

  no_passkey: ['invalid', 'There is no passkey of yours: please use a code of your authenticator app'],
  invalid_passkey: ['invalid', 'The passkey was not accepted'],
  passkey_exists: ['conflict', 'This passkey is in use already'],
  too_many_passkeys: ['conflict', 'You have ten passkeys: please remove one first'],

  already_exists: ['conflict', 'This staff member already exists'],
  yourself: ['refused', 'You cannot add yourself'],
  test_account: ['refused', NOT_PROCESSED],
  beyond_own_grants: ['forbidden', NO_PERMISSION],
  own_grants: ['refused', 'You cannot change your own permissions'],

  not_found: ['not_found', 'No data matching your query was found'],
  own_account: ['refused', 'You cannot disable your own account'],
  super_administrator: ['refused', 'A super administrator cannot be disabled'],
  last_administrator: ['refused', 'The last active administrator cannot be disabled'],
  super_administrator_only: ['forbidden', NO_PERMISSION],
  not_disabled: ['conflict', 'This staff member is not disabled'],
  disabled: ['conflict', 'This staff member is disabled and has to be enabled first'],
  cannot_disable: ['not_found', NOT_PROCESSED],

  approver_not_independent: ['forbidden', 'An independent member of staff has to approve'],

  nothing_to_update: ['invalid', 'No data to update'],
});

/** Every permission by its group, under its wire name. */
export const PERMISSIONS = {
  staffControl: ['allowCreate', 'allowModify', 'getDataList', 'superadminx'],
  StatsControl: ['activeUsers', 'newUserStat', 'transacStat', 'tradCounter', 'transaction', 'tradHistory', 'activeOrder'],
  offerControl: ['allowCreate', 'getDataList', 'viewDetails', 'allowModify'],
  helpControl: ['allowCreate', 'getDataList', 'viewDetails', 'allowModify'],
  userControl: ['getDataList', 'viewDetails', 'viewHistory', 'subscripton', 'showEmailAd', 'allowModify', 'transaction'],
  otherControl: [
    'getFeedback',
    'newsletters',
    'paymentHook',
    'paymtMethod',
    'fiatCurency',
    'getCryptobx',
    'otherAccess',
    'serviNotice',
  ],
} as const;

export type Grant = { [G in keyof typeof PERMISSIONS]: `${G}.${(typeof PERMISSIONS)[G][number]}` }[keyof typeof PERMISSIONS];

export const ALL_GRANTS: readonly Grant[] = Object.entries(PERMISSIONS).flatMap(([group, names]) =>
  names.map((name) => `${group}.${name}` as Grant),
);

const SUPERADMIN: Grant = 'staffControl.superadminx';
/**
 * Permissions that let one member move money alone, or with a second account: to propose, to propose an adjustment and approve,
 * and to hold every permission. Members who only invite or change colleagues need these to give them.
 */
const MONEY: readonly Grant[] = ['otherControl.paymtMethod', 'otherControl.fiatCurency', SUPERADMIN];
/** At least one holder of one of these must remain. */
const ADMINISTRATORS: readonly string[] = [SUPERADMIN, 'staffControl.allowModify'];

/** Grants of a role. @throws Error if one of them does not exist, which a test sees */
export function grantsOfRole(name: string): readonly Grant[] {
  const { permissions } = STAFF_ROLES.find(({ role }) => role === name)!;
  if (permissions === 'all') return ALL_GRANTS;
  return permissions.map((permission) => {
    const grant = ALL_GRANTS.find((one) => one === permission);
    if (!grant) throw new Error(`there is no permission ${permission}`);
    return grant;
  });
}

export function isSuperAdministrator(grants: readonly string[]): boolean {
  return grants.includes(SUPERADMIN);
}

/** Only super administrators rename or change one. @throws Failure `staff.super_administrator_only` */
export function refuseUnlessSuperAdministrator(changed: readonly string[], held: ReadonlySet<string> | undefined): void {
  if (isSuperAdministrator(changed) && !held?.has(SUPERADMIN)) throw new Failure(staffFailures.super_administrator_only);
}

export function isAdministrator(grants: readonly string[]): boolean {
  return grants.some((grant) => ADMINISTRATORS.includes(grant));
}

export function effectiveGrants(grants: readonly Grant[]): readonly Grant[] {
  return isSuperAdministrator(grants) ? ALL_GRANTS : grants;
}

/** The permissions for money among these that are not held yet. */
export function moneyGrantsBeyond(held: readonly Grant[], after: readonly Grant[]): readonly Grant[] {
  return after.filter((grant) => MONEY.includes(grant) && !held.includes(grant));
}

/** Whether the holder may turn one set of grants into the other: only by permissions they hold themselves. */
export function mayChange(held: ReadonlySet<string>, before: readonly Grant[], after: readonly Grant[]): boolean {
  const changed = [...before.filter((grant) => !after.includes(grant)), ...after.filter((grant) => !before.includes(grant))];
  return changed.every((grant) => held.has(grant));
}
