export interface Registration {
  readonly userId: string;
  readonly createdAt: number;
}

export abstract class Registrations {
  abstract find(userIds: readonly string[]): Promise<Registration[]>;
  /** At most `limit` registrations with a greater user id, in the order of the ids. */
  abstract listAfter(userId: string, limit: number): Promise<Registration[]>;
  abstract count(): Promise<number>;
}
