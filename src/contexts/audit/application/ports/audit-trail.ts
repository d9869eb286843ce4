import type { Page, PageRequest } from '../../../../kernel/pagination.js';
import type { AuditRecord } from './audit.js';

/** Of a read, `after` is what was asked for. */
export interface StoredAuditRecord extends AuditRecord {
  readonly id: string;
  readonly createdAt: number;
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
