import type { Page, PageRequest } from '../../../kernel/pagination.js';
import type { RowInsert } from '../../../kernel/row-changes.js';

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
  abstract toRow(record: AuditRecord): RowInsert;
}

/** `after` of a read is what was asked for. */
export interface StoredAuditRecord extends AuditRecord {
  readonly id: string;
  readonly createdAt: number;
  readonly isRead: boolean;
}

export interface AuditFilter {
  readonly staffId?: string;
  readonly action?: string;
  readonly subject?: string;
}

export interface ListedKind {
  readonly since?: number;
  /** Reads of users' records instead of changes. */
  readonly reads?: boolean;
}

export abstract class AuditTrail {
  abstract list(filter: AuditFilter & ListedKind, limit: number): Promise<StoredAuditRecord[]>;
  /** Changes and reads together, newest first. */
  abstract page(filter: AuditFilter, page: PageRequest): Promise<Page<StoredAuditRecord>>;
  /** Removes the oldest reads before this time; returns how many. Changes are kept for good. */
  abstract removeReads(before: number, limit: number): Promise<number>;
}

export interface TimeSpan {
  readonly since: number;
  readonly until: number;
}

export abstract class StaffActions {
  abstract exists(staffId: string, actions: readonly string[], subjects: readonly string[], since: number): Promise<boolean>;
  /** To whom or what anybody did this since then. */
  abstract subjectsOf(action: string, since: number): Promise<string[]>;
  /** Each address that a member changed or read something from. */
  abstract addresses(staffId: string, span: TimeSpan): Promise<string[]>;
}
