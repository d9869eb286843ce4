/** Tells which accounts are of staff, and so of no customers; contributed by the context that has staff. */
export abstract class StaffAccounts {
  abstract among(userIds: readonly string[]): Promise<ReadonlySet<string>>;
}
