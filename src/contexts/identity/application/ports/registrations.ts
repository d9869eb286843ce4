/** That somebody became a user. */
export interface Registration {
  readonly userId: string;
  /** Unix ms. */
  readonly createdAt: number;
}

/** Who registered and when, for those who count. */
export abstract class Registrations {
  abstract find(userIds: readonly string[]): Promise<Registration[]>;
  /** Some of them in the order of the ids, which go on from there. */
  abstract listAfter(userId: string, limit: number): Promise<Registration[]>;
  abstract count(): Promise<number>;
}
