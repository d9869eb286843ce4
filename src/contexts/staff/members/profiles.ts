import { createHash, randomBytes, randomInt } from 'node:crypto';
import { plainName } from '../../../kernel/person-name.js';
import { DAY_MS } from '../../../kernel/clock.js';
import { newId } from '../../../kernel/ids.js';
import type { Grant } from './grants.js';
import type { Page, PageRequest } from '../../../kernel/pagination.js';

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

/** Shown once, then stored as a hash and encrypted. */
export interface StaffSecrets {
  readonly invitation: Invitation;
  /** Base32. */
  readonly totpSecret: string;
}

export abstract class StaffInvitations {
  /** @param email lower-cased */
  abstract findByEmail(email: string): Promise<StaffProfile | undefined>;
  /** Adds an invited profile, in the caller's unit of work. @throws Failure `staff.already_exists` for an address that has one */
  abstract add(profile: StaffProfile, secrets: StaffSecrets): Promise<void>;
  /** Replaces secrets, grants and details of a profile that has not registered. False when it has meanwhile. */
  abstract replaceInvitation(profile: StaffProfile, secrets: StaffSecrets): Promise<boolean>;
}

export interface StaffDetailChanges {
  readonly phone?: string | undefined;
  readonly role?: string | undefined;
  readonly department?: string | undefined;
  readonly bio?: string | undefined;
}

export abstract class StaffProfiles extends StaffInvitations {
  /** @param id user id or tracking id */
  abstract find(id: string): Promise<StaffProfile | undefined>;
  /** The profile of an unused invitation that is valid beyond `now`. */
  abstract findInvited(registrationId: string, now: number): Promise<StaffProfile | undefined>;
  abstract list(page: PageRequest): Promise<Page<StaffProfile>>;
  abstract listActive(): Promise<StaffProfile[]>;
  /** Locks profiles until the end of the unit of work. Lock several with one call, which orders them. */
  abstract lock(...ids: string[]): Promise<Map<string, StaffProfile>>;

  /** Uses the invitation up and links the profile to the user. False when it was used meanwhile. In the caller's unit of work. */
  abstract activate(id: string, registrationId: string, userId: string): Promise<boolean>;
  /** Sets a profile to invited under its address, with new secrets. Locked by the caller. @throws Failure `staff.already_exists` */
  abstract reinvite(profile: StaffProfile, secrets: StaffSecrets): Promise<void>;
  abstract setDetails(id: string, changes: StaffDetailChanges): Promise<void>;
  abstract setGrants(id: string, grants: readonly Grant[]): Promise<void>;
  /** Sets a profile inactive and voids its invitation. */
  abstract disable(id: string): Promise<void>;
}

export abstract class StaffSettings {
  /** Addresses, networks and named ranges (loopback) where all staff share an address. */
  abstract readonly officeNetworks: readonly string[];
  /** Without a slash at its end. */
  abstract readonly consoleUrl: string;
}
