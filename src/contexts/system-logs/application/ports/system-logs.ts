/** An event that staff should know of. */
export interface NewSystemLog {
  readonly kind: 'error' | 'warning' | 'info';
  /** Human-readable; names records by id and holds no secrets. */
  readonly description: string;
  /** Only the first log of a key (up to 191 characters) is written. */
  readonly key?: string;
}

export abstract class SystemLogs {
  abstract record(log: NewSystemLog): Promise<void>;
}
