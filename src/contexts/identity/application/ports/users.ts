import type { User } from '../../domain/account.js';
import type { PinState } from '../../domain/transaction-pin.js';

/** A user with what payments need. */
export interface Payer extends User {
  /** E.164, or empty. */
  readonly phoneNumber: string;
  /** Undefined where the user has set none. */
  readonly pin: PinState | undefined;
}

/** Cached. Suspended users are found too: check `status`. */
export abstract class Users {
  abstract find(userId: string): Promise<Payer | undefined>;
  /** @param email lower-cased */
  abstract findByEmail(email: string): Promise<User | undefined>;
  /** @param referenceId in upper or lower case */
  abstract findByReference(referenceId: string): Promise<User | undefined>;
}
