/** What somebody changed with the rights of staff. */
export interface AuditRecord {
  /** User id of the staff member: the `userId` of the caller. */
  readonly staffId: string;
  /** The operation's action. */
  readonly action: string;
  /** What was changed: its kind and its id, `faq:01J…`. */
  readonly subject: string;
  /** What can be compared, as plain JSON without secrets; left out where there was nothing. */
  readonly before?: unknown;
  readonly after?: unknown;
  /** Where the request came from. */
  readonly ip: string;
}

/** The trail that every change by staff leaves. */
export abstract class Audit {
  /** Writes a record, in the caller's unit of work: the change and its trace are committed together or not at all. */
  abstract record(record: AuditRecord): Promise<void>;
}
