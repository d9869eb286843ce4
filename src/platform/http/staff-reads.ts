export interface StaffRead {
  readonly staffId: string;
  readonly action: string;
  /** Whose records were asked for, as `user:01J…`. */
  readonly subject: string;
  readonly parameters: object;
  readonly ip: string;
}

/** Records that staff read a user's records. Implemented by the audit context. */
export abstract class StaffReads {
  /** Resolves when the record is durable; concurrent ones are written together. */
  abstract record(read: StaffRead): Promise<void>;
}
