/** Whom the hashing is for. */
export interface HashingFor {
  readonly network: string;
  /** A user, or an address that somebody tries from this network. */
  readonly who: string;
}

/** Hashing is slow, so its places are shared fairly: no user and no network holds more than half of them, and networks take turns. */
export abstract class PasswordHasher {
  /** @throws Failure `identity.busy` when too many are waiting, or it waited too long */
  abstract hash(password: string, requester?: HashingFor): Promise<string>;
  /** Takes the same time without a hash. @throws Failure `identity.busy` when too many are waiting, or it waited too long */
  abstract verify(hash: string | undefined, password: string, requester?: HashingFor): Promise<boolean>;
}
