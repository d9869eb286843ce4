import type { PinAttempts, PinState } from '../../domain/transaction-pin.js';

export interface TransactionPin extends PinState {
  readonly userId: string;
  readonly hash: string;
}

/** The PINs that confirm payments, at most one for a user. */
export abstract class TransactionPins {
  /** Also one that has ended. @throws Failure `sign_in.pin_untrusted` */
  abstract find(userId: string): Promise<TransactionPin | undefined>;
  /** Replaces the user's PIN and forgets its attempts. In the caller's unit of work. */
  abstract set(userId: string, hash: string): Promise<void>;
  /** Also where the user has none. In the caller's unit of work. */
  abstract remove(userId: string): Promise<void>;
  /** No payment needs it any more; it still ends the wait after the reset. In the caller's unit of work. */
  abstract end(userId: string): Promise<void>;
  /** Payments need it again. In the caller's unit of work. */
  abstract reinstate(userId: string): Promise<void>;
  /** Compare and set: false when the PIN or its attempts changed since `pin` was read. */
  abstract replaceAttempts(pin: TransactionPin, next: PinAttempts): Promise<boolean>;
  abstract clearAttempts(pin: TransactionPin): Promise<void>;
}
