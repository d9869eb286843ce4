import type { Page, PageRequest } from '../../../../kernel/pagination.js';
import type { Grant } from '../../domain/grants.js';
import type { StaffProfile } from '../../domain/staff-profile.js';
import { StaffInvitations } from './staff-invitations.js';

export abstract class StaffProfiles extends StaffInvitations {
  /** @param id user id or tracking id */
  abstract find(id: string): Promise<StaffProfile | undefined>;
  /** Whose invitation it is, if it was not used and is good until after `now`. */
  abstract findInvited(registrationId: string, now: number): Promise<StaffProfile | undefined>;
  /** Newest first. */
  abstract list(page: PageRequest): Promise<Page<StaffProfile>>;
  /** Active profiles; few enough to be read at once. */
  abstract listActive(): Promise<StaffProfile[]>;
  /** Reads profiles by id and locks them until the end of the unit of work. Whoever needs several locks them at once. */
  abstract lock(...ids: string[]): Promise<Map<string, StaffProfile>>;

  /** Uses the invitation up: the profile is active and this user's. False when it was used, meanwhile. In the caller's unit of work. */
  abstract activate(id: string, registrationId: string, userId: string): Promise<boolean>;
  abstract setGrants(id: string, grants: readonly Grant[]): Promise<void>;
  /** Makes a profile inactive; an invitation is good for nothing any more. */
  abstract disable(id: string): Promise<void>;
}
