import type { Page, PageRequest } from '../../../../../kernel/pagination.js';
import type { Grant } from '../../domain/grants.js';
import type { StaffProfile } from '../../domain/staff-profile.js';
import { StaffInvitations, type StaffSecrets } from './staff-invitations.js';

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
