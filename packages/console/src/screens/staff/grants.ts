import type { Input } from '@harmattan/client';
import type { Grant, Profile } from '../../session/profile.js';
import type { RoleOfStaff } from '../../session/roles.js';

type GrantInput = Omit<Input<'control_staff_profile_update'>, 'requxid'>;

export const GRANT_GROUPS = [
  'staffControl',
  'userControl',
  'helpControl',
  'offerControl',
  'StatsControl',
  'otherControl',
] as const;
export type GrantGroup = (typeof GRANT_GROUPS)[number];

export type Grants = Pick<Profile, GrantGroup>;

export const GROUP_TITLES: Readonly<Record<GrantGroup, string>> = {
  staffControl: 'Staff',
  userControl: 'Users',
  helpControl: 'Support',
  offerControl: 'Routes and providers',
  StatsControl: 'Statistics',
  otherControl: 'Money and service',
};

const INPUT_NAMES = {
  staffControl: 'staffcx',
  StatsControl: 'statscx',
  offerControl: 'offercx',
  helpControl: 'helpscx',
  userControl: 'userscx',
  otherControl: 'othercx',
} as const satisfies Record<GrantGroup, keyof GrantInput>;

const TITLES: Readonly<Record<string, string>> = {
  allowCreate: 'Add',
  allowModify: 'Change',
  getDataList: 'Lists',
  viewDetails: 'Details',
  superadminx: 'Everything (super administrator)',
  activeUsers: 'Active users',
  newUserStat: 'New users',
  transacStat: 'Figures of days, weeks and months',
  tradCounter: 'Purchases by country',
  transaction: 'Transactions',
  tradHistory: 'Books, proposals and audit, to read',
  activeOrder: 'Open orders',
  viewHistory: 'History and logins',
  subscripton: 'Subscriptions',
  showEmailAd: 'E-mail addresses and phones in full',
  getFeedback: 'Feedback and contact forms',
  newsletters: 'Newsletters',
  paymentHook: 'Webhooks',
  paymtMethod: 'Propose what moves money',
  fiatCurency: 'Adjust wallets, approve proposals, tariffs, books',
  getCryptobx: 'Other currencies',
  otherAccess: 'System logs, jobs, visitors',
  serviNotice: 'Notices to all users',
};

export function grantTitle(name: string): string {
  return TITLES[name] ?? name;
}

export function grantsOf(profile: Grants): Grants {
  return Object.fromEntries(GRANT_GROUPS.map((group) => [group, profile[group]])) as unknown as Grants;
}

/** Those of a role, as far as somebody with the permissions of `held` can give them. */
export function grantsFrom(role: RoleOfStaff, current: Grants, mayGive: (grant: Grant) => boolean): Grants {
  const of = (group: GrantGroup) =>
    Object.fromEntries(
      Object.entries(current[group]).map(([name, given]) => [name, mayGive(`${group}.${name}`) ? role[group][name] : given]),
    );
  return Object.fromEntries(GRANT_GROUPS.map((group) => [group, of(group)])) as unknown as Grants;
}

export function isRole(role: RoleOfStaff, grants: Grants): boolean {
  return GRANT_GROUPS.every((group) => Object.entries(grants[group]).every(([name, given]) => role[group][name] === given));
}

/** The same grants, all withheld. */
export function noneOf(grants: Grants): Grants {
  const none = (names: Grants[GrantGroup]) => Object.fromEntries(Object.keys(names).map((name) => [name, 'NO'] as const));
  return Object.fromEntries(GRANT_GROUPS.map((group) => [group, none(grants[group])])) as unknown as Grants;
}

export function grantInput(grants: Grants): GrantInput {
  return Object.fromEntries(GRANT_GROUPS.map((group) => [INPUT_NAMES[group], grants[group]])) as unknown as GrantInput;
}
