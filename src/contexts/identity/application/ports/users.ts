import type { Person } from '../../domain/account.js';

/** Looks users up; fast enough for every request. Suspended ones are found too: look at `status`. */
export abstract class Users {
  abstract find(userId: string): Promise<Person | undefined>;
  /** @param email lower-cased */
  abstract findByEmail(email: string): Promise<Person | undefined>;
  /** @param referenceId in any case */
  abstract findByReference(referenceId: string): Promise<Person | undefined>;
}
