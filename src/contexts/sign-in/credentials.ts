import type { User, Payer } from './accounts.js';
import type { SentMail, MailedCode } from './verification-code.js';
import type { PinAttempts, PinState } from './transaction-pin.js';

/** Proof that a requester brings: a payment with a PIN, a device or session that the account knows, or nothing yet. */
export const REQUESTER_KINDS = ['payment', 'known', 'stranger'] as const;
export type RequesterKind = (typeof REQUESTER_KINDS)[number];

export interface HashingFor {
  readonly ip: string;
  /** A user, or an address that somebody tries from this network. */
  readonly who: string;
  readonly kind: RequesterKind;
}

/**
 * Hashing is slow, so its places are shared fairly: each kind of requester has places of its own, no user and no network holds more
 * than half of them, and kinds and networks take turns.
 */
export abstract class PasswordHasher {
  /** @throws Failure `sign_in.busy` when too many are waiting, or it waited too long */
  abstract hash(password: string, requester?: HashingFor): Promise<string>;
  /** Takes the same time without a hash. @throws Failure `sign_in.busy` when too many are waiting, or it waited too long */
  abstract verify(hash: string | undefined, password: string, requester?: HashingFor): Promise<boolean>;
}

export interface PaymentProof {
  readonly sessionId: string;
  readonly ip: string;
  readonly pin: string | undefined;
}

/** Whether a user may spend; asked before money leaves the wallet. Receiving needs no authorisation. */
export abstract class PaymentAuthorisation {
  /**
   * Synchronous if nothing has to be proved anew. Call it outside of a unit of work. @throws Failure `sign_in.email_unverified`,
   * `cooling_off`, `pin_required`, `wrong_pin`, `pin_locked`, `pin_blocked`, `pin_untrusted`, `busy`
   */
  abstract authorise(payer: Payer, proof: PaymentProof): void | Promise<void>;
  abstract mayEarnBonus(user: User): boolean;
}

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
  /** No payment needs it any more; it still ends the wait. In the caller's unit of work. */
  abstract end(userId: string): Promise<void>;
  /** Payments need it again. In the caller's unit of work. */
  abstract reinstate(userId: string): Promise<void>;
  /** Compare and set: false when the PIN or its attempts changed since `pin` was read. */
  abstract replaceAttempts(pin: TransactionPin, next: PinAttempts): Promise<boolean>;
  abstract clearAttempts(pin: TransactionPin): Promise<void>;
}

export type CodeText = Pick<MailedCode, 'id' | 'email' | 'slot' | 'purposes'>;

export interface CodeMailing {
  readonly sent: readonly SentMail[];
  readonly version: number;
}

/** The codes of each address. What is mailed is not stored: it follows from the code's id and address under a key. */
export abstract class VerificationCodes {
  abstract list(email: string): Promise<MailedCode[]>;
  /** Compare and set: false when the code was changed since `previous` was read. */
  abstract replace(previous: MailedCode | undefined, next: MailedCode): Promise<boolean>;
  /** Eight letters and digits where it may reset a password, else six digits. */
  abstract textOf(code: CodeText): string;
  /** @param typed in any case, with or without spaces and hyphens */
  abstract matches(code: CodeText, typed: string): boolean;
  /** In the caller's unit of work. False when it was used before. */
  abstract use(code: Pick<MailedCode, 'email' | 'slot' | 'id'>): Promise<boolean>;
  /** The codes that were mailed to the address within the hour. */
  abstract findMailing(email: string): Promise<CodeMailing>;
  /** Compare and set: false when it was changed since `previous` was read. */
  abstract replaceMailing(email: string, previous: CodeMailing, sent: readonly SentMail[]): Promise<boolean>;
  /** Removes at most `limit` expired codes, and mailings of more than an hour ago; returns how many at most of one kind. */
  abstract removeExpired(now: number, limit: number): Promise<number>;
}
