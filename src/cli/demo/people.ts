import { generateSync } from 'otplib';
import {
  drawInvitation,
  grantsOfRole,
  newStaffProfile,
  RegisterStaff,
  StaffInvitations,
  StaffProfiles,
  TwoFactor,
} from '../../contexts/staff/members/index.js';
import { Clock } from '../../kernel/clock.js';
import type { ServiceContext } from '../service-context.js';

export interface DemoUser {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  /** In the national format, as phones store it. */
  readonly phone: string;
}

export const STAFF_ROLES = ['Administrator', 'Support', 'Finance', 'Auditor', 'Compliance', 'Integrator'] as const;

export type StaffRole = (typeof STAFF_ROLES)[number];

export interface DemoStaffMember {
  readonly role: StaffRole;
  readonly email: string;
  readonly userId: string;
  readonly totpSecret: string;
}

interface StaffPlan {
  readonly firstName: string;
  readonly lastName: string;
  readonly department: string;
}

const PLANS: Readonly<Record<StaffRole, StaffPlan>> = {
  Administrator: { firstName: 'Ngozi', lastName: 'Eze', department: 'Operations' },
  Support: { firstName: 'Musa', lastName: 'Danjuma', department: 'Customer care' },
  Finance: { firstName: 'Temi', lastName: 'Balogun', department: 'Finance' },
  Auditor: { firstName: 'Efe', lastName: 'Osaze', department: 'Audit' },
  Compliance: { firstName: 'Zainab', lastName: 'Yusuf', department: 'Compliance' },
  Integrator: { firstName: 'Emeka', lastName: 'Nwosu', department: 'Engineering' },
};

export async function registerStaff(context: ServiceContext, role: StaffRole, password: string): Promise<DemoStaffMember> {
  const grants = grantsOfRole(role.toLowerCase());
  const now = (await context.get(Clock)).now();
  const email = addressOf(role);
  const secrets = { invitation: drawInvitation(now), totpSecret: (await context.get(TwoFactor)).drawSecret() };
  const invitations: StaffInvitations = await context.get(StaffProfiles);
  await invitations.add(
    newStaffProfile({ ...PLANS[role], email, phone: '', role, bio: '', officerName: '', grants }, now),
    secrets,
  );
  const code = codeOf(secrets.totpSecret, now);
  const device = { type: 'Web', serial: `demo-${email}`, name: "The office's computer" };
  const registration = { registrationId: secrets.invitation.registrationId, email, password, code };
  const { userId } = await (await context.get(RegisterStaff)).execute(registration, { ip: '127.0.0.1', device, push: undefined });
  return { role, email, userId, totpSecret: secrets.totpSecret };
}

export function addressOf(role: StaffRole): string {
  return `${role.toLowerCase()}@demo.example`;
}

export function codeOf(totpSecret: string, now: number): string {
  return generateSync({ secret: totpSecret, epoch: Math.floor(now / 1000) });
}
