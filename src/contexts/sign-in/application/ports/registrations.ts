export interface Registration {
  readonly userId: string;
  readonly createdAt: number;
}

/** Of real users; test accounts are counted nowhere. */
export abstract class Registrations {
  abstract find(userIds: readonly string[]): Promise<Registration[]>;
  /** At most `limit`, in the order of the user ids. */
  abstract listAfter(userId: string, limit: number): Promise<Registration[]>;
  abstract count(): Promise<number>;
  abstract testAccounts(): Promise<string[]>;
}
