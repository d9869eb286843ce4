import type { RowInsert } from '../../../../kernel/row-changes.js';

export interface AuditRecord {
  readonly staffId: string;
  readonly action: string;
  /** Kind and id of the changed record, as `faq:01J…`. */
  readonly subject: string;
  /** The comparable state as plain JSON without secrets; undefined where there is none. */
  readonly before?: unknown;
  readonly after?: unknown;
  readonly ip: string;
}

/** Who makes a change; a `Caller` satisfies it. */
export interface StaffMember {
  readonly userId: string;
  readonly ip: string;
}

export abstract class Audit {
  /** In the caller's unit of work, so that change and record are committed together. */
  abstract record(record: AuditRecord): Promise<void>;
  /** The record as a row of a ledger command. */
  abstract toRow(record: AuditRecord): RowInsert;
}
