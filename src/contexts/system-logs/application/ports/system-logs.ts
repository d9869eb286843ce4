import type { RowInsert } from '../../../../kernel/row-changes.js';

/** An event that staff should know of. */
export interface NewSystemLog {
  readonly kind: 'error' | 'warning' | 'info';
  /** Human-readable; names records by id and holds no secrets. */
  readonly description: string;
  /** Only the first log of a key (up to 191 characters) is written. */
  readonly key?: string;
}

/** A warning that is committed with what it is about; its key is not written twice. */
export type CommittedWarning = Required<Pick<NewSystemLog, 'description' | 'key'>>;

export abstract class SystemLogs {
  /** For a ledger command, which makes sure that it is written once. */
  abstract toRow(warning: CommittedWarning): RowInsert;
  abstract record(log: NewSystemLog): Promise<void>;
}
