export abstract class BreachedPasswords {
  /** As `stemsOf` makes them. */
  abstract stems(): Promise<ReadonlySet<string>>;
}
