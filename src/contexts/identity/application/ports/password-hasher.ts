/** Password hashes, computed outside of the event loop. */
export abstract class PasswordHasher {
  /** @throws Failure `identity.busy` when too many are waiting */
  abstract hash(password: string): Promise<string>;
  /**
   * Takes the same time without a hash, so that an unknown account looks like a wrong password.
   * @throws Failure `identity.busy` when too many are waiting
   */
  abstract verify(hash: string | undefined, password: string): Promise<boolean>;
}
