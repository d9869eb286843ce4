import { createHash, randomBytes, randomInt } from 'node:crypto';
import { plainName } from '../../../../kernel/name-words.js';
import { DAY_MS } from '../../../../kernel/clock.js';
import { newId } from '../../../../kernel/ids.js';
import type { Grant } from './grants.js';

export const INVITATION_MS = 7 * DAY_MS;

/** `invited` until the registration id is used; `inactive` once disabled. */
export type StaffStatus = 'invited' | 'active' | 'inactive';

export interface StaffDetails {
  /** Lower-cased. */
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string;
  readonly role: string;
  readonly department: string;
  readonly bio: string;
  readonly grants: readonly Grant[];
  /** Name of the inviting staff member; empty where created from the command line. */
  readonly officerName: string;
}

/** A staff member. Belongs to the user account of the same address, which may be created later, at registration. */
export interface StaffProfile extends StaffDetails {
  readonly id: string;
  readonly userId: string | undefined;
  readonly agentName: string;
  /** Public identifier of the profile. */
  readonly trackingId: string;
  readonly status: StaffStatus;
  readonly invitedUntil: number | undefined;
  readonly createdAt: number;
}

/** Single use; only its hash is stored. */
export interface Invitation {
  readonly registrationId: string;
  readonly expires: number;
}

export function newStaffProfile(details: StaffDetails, now: number): StaffProfile {
  return {
    ...details,
    id: newId(),
    userId: undefined,
    agentName: drawAgentName(details.firstName || details.email),
    trackingId: `STF-${drawLetters(10)}`,
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

/** `ada-4821`: the first word of the name and four digits. */
function drawAgentName(name: string): string {
  const word = /^[a-z]+/.exec(plainName(name))?.[0] ?? 'agent';
  return `${word.slice(0, 24)}-${String(randomInt(1_000_000)).padStart(6, '0')}`;
}

const LETTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

function drawLetters(length: number): string {
  return Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join('');
}
