import { toSeconds } from '../../../kernel/clock.js';
import { lagosDate, lagosTime } from '../../../kernel/lagos-time.js';
import { toDecimal, ZERO_KOBO } from '../../../kernel/money.js';
import type { ListKeys } from '../../../platform/http/list-keys.js';
import type { StaffRole } from '../../../kernel/staff-roles.js';
import type { StaffCredentials } from './application/staff-sign-in.js';
import type { CodeProof } from './application/ports.js';
import type { StaffView } from './application/load-staff-views.js';
import type { ShownSecondFactor } from './adapters/qrcode/second-factor-set-up.js';
import { ALL_GRANTS, PERMISSIONS } from './domain/grants.js';
import type { StaffProfile, StaffStatus } from './domain/staff-profile.js';

const STATUS: Readonly<Record<StaffStatus, string>> = {
  invited: 'awaiting registration',
  active: 'active',
  inactive: 'inactive',
};

export function presentStaffCredentials({ sessionId, userId, secret, publicKey, expires, status }: StaffCredentials) {
  return {
    marker: sessionId,
    userid: userId,
    secret,
    pbcKey: publicKey,
    expires: String(toSeconds(expires)),
    status: STATUS[status],
  };
}

/** @param proposalId empty where no permission waits */
export function presentGiving(done: string): (proposalId: string) => { COMMENT: string; MKID: string } {
  return (proposalId) => ({
    COMMENT: proposalId === '' ? done : `${done}; its permissions for money wait for the approval of another member of staff`,
    MKID: proposalId,
  });
}

interface OpenRegistration {
  readonly profile: StaffProfile;
  readonly secondFactor: ShownSecondFactor;
}

export function presentRegistration({ profile, secondFactor }: OpenRegistration) {
  const { id, userId, trackingId, status, createdAt } = profile;
  const { secret, email, link, qrCodeUrl } = secondFactor;
  return {
    marker: id,
    userid: userId ?? '',
    rquxid: trackingId,
    status: STATUS[status],
    recorded: String(createdAt),
    twofaSecret: secret,
    twofaAccount: email,
    twofaUri: link,
    twofaLink: qrCodeUrl,
  };
}

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

export function presentCodeProof({ proof, expires }: CodeProof) {
  return { COMMENT: 'The code is right', proof, expires: String(toSeconds(expires)) };
}

export function presentSecondFactor({ secret, email, isConfirmed, qrCodeUrl }: ShownSecondFactor) {
  return { twofaSecret: secret, twofaAccount: email, twofaStatus: isConfirmed, twofaLink: qrCodeUrl };
}
