import { createHash, randomBytes, randomInt } from 'node:crypto';
import { newId } from '../../../kernel/ids.js';
import type { Grant } from './grants.js';

/** An invitation to register is good for seven days. */
export const INVITATION_MS = 7 * 86_400_000;

/** `invited` until the registration id is used; `inactive` once disabled. */
export type StaffStatus = 'invited' | 'active' | 'inactive';

/** What is said of somebody who is invited. */
export interface StaffPerson {
  /** Lower-cased. */
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string;
  readonly role: string;
  readonly department: string;
  readonly bio: string;
  readonly grants: readonly Grant[];
  /** Name of who invited them; empty for who was made from outside the service. */
  readonly officerName: string;
}

/** Somebody who works for the service. Belongs to the user account of the same address, which may be made later, at registration. */
export interface StaffProfile extends StaffPerson {
  readonly id: string;
  /** User id; undefined until they register. */
  readonly userId: string | undefined;
  /** What staff call each other by; unique. */
  readonly agentName: string;
  /** Names the profile to other staff; no secret. */
  readonly trackingId: string;
  readonly status: StaffStatus;
  /** Unix ms until which the invitation is good; undefined once it was used. */
  readonly invitedUntil: number | undefined;
  /** Unix ms. */
  readonly createdAt: number;
}

/** Proves that its holder was invited; single use. Only its digest is kept. */
export interface Invitation {
  readonly registrationId: string;
  /** Unix ms. */
  readonly expires: number;
}

export function newStaffProfile(person: StaffPerson, now: number): StaffProfile {
  return {
    ...person,
    id: newId(),
    userId: undefined,
    agentName: drawAgentName(person.firstName || person.email),
    trackingId: `STF-${draw(10)}`,
    status: 'invited',
    invitedUntil: now + INVITATION_MS,
    createdAt: now,
  };
}

export function drawInvitation(now: number): Invitation {
  return { registrationId: randomBytes(32).toString('base64url'), expires: now + INVITATION_MS };
}

export function digestOf(registrationId: string): string {
  return createHash('sha256').update(registrationId).digest('hex');
}

/** `ada-4821`: the first word of the name and some digits. */
function drawAgentName(name: string): string {
  const word = /^[a-z]+/.exec(name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase())?.[0] ?? 'agent';
  return `${word.slice(0, 24)}-${String(randomInt(1_000_000)).padStart(6, '0')}`;
}

/** Without the letters that are taken for digits or for each other. */
const LETTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

function draw(length: number): string {
  return Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join('');
}
