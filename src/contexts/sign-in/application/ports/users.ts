import type { User } from '../../domain/account.js';
import type { PinState } from '../../domain/transaction-pin.js';

/** A user with what payments need. */
export interface Payer extends User {
  /** E.164, or empty. */
  readonly phoneNumber: string;
  /** Undefined where the user has set none; `untrusted` where it was changed or taken away in the database. Also one that has ended. */
  readonly pin: PinState | 'untrusted' | undefined;
  readonly coolingOffUntil: number;
}

/** Cached. Suspended users are found too: check `status`. */
export abstract class Users {
  abstract find(userId: string): Promise<Payer | undefined>;
  /** @param email lower-cased */
  abstract findByEmail(email: string): Promise<User | undefined>;
  /** @param referenceId in upper or lower case */
  abstract findByReference(referenceId: string): Promise<User | undefined>;
}
