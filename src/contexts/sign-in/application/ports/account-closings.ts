export interface AccountClosing {
  readonly userId: string;
  /** From then on its owner cannot undo it. */
  readonly closesAt: number;
  readonly createdAt: number;
}

/** Of accounts whose personal data are not erased yet. */
export abstract class AccountClosings {
  /** In the caller's unit of work. */
  abstract add(closing: AccountClosing): Promise<void>;
  abstract find(userId: string): Promise<AccountClosing | undefined>;
  abstract putOff(userId: string, closesAt: number): Promise<void>;
  abstract remove(userId: string): Promise<void>;
  /** Users whose closing is due, longest first. */
  abstract due(now: number, limit: number): Promise<string[]>;
  /** Since when the oldest is due. */
  abstract oldestDue(now: number): Promise<number | undefined>;
}
