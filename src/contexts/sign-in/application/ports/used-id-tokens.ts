/** The ID tokens that signed somebody in, until they expire. */
export abstract class UsedIdTokens {
  /** In the caller's unit of work. False where the token was used before. */
  abstract use(digest: string, expires: number): Promise<boolean>;
  /** Removes at most `limit` that expired before `before`; returns how many. */
  abstract removeExpired(before: number, limit: number): Promise<number>;
}
