export abstract class PasswordHasher {
  /** @throws Failure `identity.busy` when too many are waiting */
  abstract hash(password: string): Promise<string>;
  /** Takes the same time without a hash. @throws Failure `identity.busy` when too many are waiting */
  abstract verify(hash: string | undefined, password: string): Promise<boolean>;
}
