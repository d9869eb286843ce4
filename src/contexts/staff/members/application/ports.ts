import { Injectable } from '@nestjs/common';
import type { Page, PageRequest } from '../../../../kernel/pagination.js';
import { Contributions, Registry } from '../../../../kernel/registry.js';
import type { StaffMember } from '../../../audit/index.js';
import type { Grant } from '../domain/grants.js';
import type { RelyingParty } from '../domain/relying-party.js';
import type { Invitation, StaffProfile } from '../domain/staff-profile.js';

/** Permissions that wait for the approval of another member of staff. */
export interface GrantRequest {
  readonly member: Pick<StaffProfile, 'trackingId' | 'agentName' | 'role'>;
  /** The member's while it waits; with others nothing is given. */
  readonly held: readonly Grant[];
  readonly given: readonly Grant[];
}

/** Contributed by the context that has proposals. */
export abstract class GrantProposalSource {
  /** In the caller's unit of work; what waited for the member before is void. @returns its id; empty where nothing is given */
  abstract replace(request: GrantRequest, by: StaffMember): Promise<string>;
}

@Injectable()
export class GrantProposals extends Registry<GrantProposalSource> {
  constructor(contributions: Contributions) {
    super(contributions, GrantProposalSource, 'one');
  }

  replace(request: GrantRequest, by: StaffMember): Promise<string> {
    return this.entry.replace(request, by);
  }
}

export interface SecondFactor {
  /** Base32. */
  readonly secret: string;
  readonly isConfirmed: boolean;
  /** As it is stored: another key is another text. */
  readonly encrypted: string;
}

/** Second factors by profile id, stored encrypted. */
export abstract class SecondFactors {
  /** @throws Failure `staff.not_found` where its profile was changed in the database */
  abstract get(profileId: string): Promise<SecondFactor>;
  /** Uses up this step's code of this key and all earlier ones. False when it or a later one was used, or the key was replaced. */
  abstract use(profileId: string, factor: SecondFactor, step: number): Promise<boolean>;
  /** In the caller's unit of work. */
  abstract replace(profileId: string, secret: string): Promise<void>;
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
  abstract readonly relyingParty: RelyingParty;
}

/** Says for a while that the session it is for gave a code of its second factor. */
export interface CodeProof {
  readonly proof: string;
  /** Unix ms. */
  readonly expires: number;
}

export abstract class CodeProofs {
  abstract make(caller: SessionOfStaff): CodeProof;
  abstract isGood(proof: string, caller: SessionOfStaff): boolean;
}

export interface SessionOfStaff {
  readonly userId: string;
  readonly sessionId: string;
}

/** One-time codes from an authenticator app: SHA-1, 6 digits, 30 s. */
export abstract class TwoFactor {
  abstract drawSecret(): string;
  /** The `otpauth:` URI for an authenticator app. */
  abstract link(secret: string, account: string): string;
  /** The time step (unix seconds / 30) of a current code, one step of clock difference allowed; undefined for a wrong code. */
  abstract stepOf(secret: string, code: string, now: number): number | undefined;
}
