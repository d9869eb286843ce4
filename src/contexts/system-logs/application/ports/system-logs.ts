/** Something that staff should know of. */
export interface NewSystemLog {
  readonly kind: 'error' | 'warning' | 'info';
  /** For people; names records by id and carries no secrets. */
  readonly description: string;
  /** At most one log is written for a key of up to 191 characters; without it every call writes one. */
  readonly key?: string;
}

/** What staff read and resolve. */
export abstract class SystemLogs {
  /** Writes a log, in the caller's unit of work where there is one. */
  abstract record(log: NewSystemLog): Promise<void>;
}
