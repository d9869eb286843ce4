import { Failure } from '../../../../kernel/failure.js';
import { STAFF_ROLES } from '../../../../kernel/staff-roles.js';
import { staffFailures } from './staff.failures.js';

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
 * With which one member alone, or with a second account, moves money: to propose it, to propose an adjustment and approve, and to hold every
 * permission. Who only invites or changes colleagues needs these to give them.
 */
const MONEY: readonly Grant[] = ['otherControl.paymtMethod', 'otherControl.fiatCurency', SUPERADMIN];
/** At least one holder of one of these must remain. */
const ADMINISTRATORS: readonly string[] = [SUPERADMIN, 'staffControl.allowModify'];

/** Those of a role. @throws Error where it has one that does not exist, which a test sees */
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
