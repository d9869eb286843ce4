import type { Invitation, StaffProfile } from '../../domain/staff-profile.js';

/** Shown once, then stored as a hash and encrypted. */
export interface StaffSecrets {
  readonly invitation: Invitation;
  /** Base32. */
  readonly totpSecret: string;
}

export abstract class StaffInvitations {
  /** @param email lower-cased */
  abstract findByEmail(email: string): Promise<StaffProfile | undefined>;
  /**
   * Adds an invited profile, in the caller's unit of work.
   * @throws Failure `staff.already_exists` for an address that has one
   */
  abstract add(profile: StaffProfile, secrets: StaffSecrets): Promise<void>;
  /** Replaces secrets, grants and details of a profile that has not registered. False when it has meanwhile. */
  abstract replaceInvitation(profile: StaffProfile, secrets: StaffSecrets): Promise<boolean>;
}
