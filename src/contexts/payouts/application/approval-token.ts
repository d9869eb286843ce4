/** What payout providers name in the address that they ask. */
export abstract class ApprovalToken {
  /** In constant time; false where none is set. */
  abstract is(token: string): boolean;
}
