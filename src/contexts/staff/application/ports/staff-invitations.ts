import type { Invitation, StaffProfile } from '../../domain/staff-profile.js';

/** What goes with an invitation; shown once to whoever hands it on, then kept as a digest and sealed. */
export interface StaffSecrets {
  readonly invitation: Invitation;
  /** Base32, as authenticator apps take it. */
  readonly totpSecret: string;
}

/** Staff profiles, as far as it takes to invite somebody. */
export abstract class StaffInvitations {
  /** @param email lower-cased */
  abstract findByEmail(email: string): Promise<StaffProfile | undefined>;
  /**
   * Adds an invited profile, in the caller’s unit of work.
   * @throws Failure `staff.already_exists` for an address that has one
   */
  abstract add(profile: StaffProfile, secrets: StaffSecrets): Promise<void>;
  /** Replaces secrets, grants and what is said of a profile that has not registered. False when it has, meanwhile. */
  abstract inviteAgain(profile: StaffProfile, secrets: StaffSecrets): Promise<boolean>;
}
