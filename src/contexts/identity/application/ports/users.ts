import type { User } from '../../domain/account.js';

/** Cached. Suspended users are found too: check `status`. */
export abstract class Users {
  abstract find(userId: string): Promise<User | undefined>;
  /** @param email lower-cased */
  abstract findByEmail(email: string): Promise<User | undefined>;
  /** @param referenceId in upper or lower case */
  abstract findByReference(referenceId: string): Promise<User | undefined>;
}
