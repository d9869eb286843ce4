/** What a requester brings: a payment with a PIN, a device or session that the account knows, or nothing yet. */
export const REQUESTER_KINDS = ['payment', 'known', 'stranger'] as const;
export type RequesterKind = (typeof REQUESTER_KINDS)[number];

/** Whom the hashing is for. */
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
