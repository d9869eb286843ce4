import type { AuditRecord } from './audit.js';

export interface StoredAuditRecord extends AuditRecord {
  readonly id: string;
  /** Unix ms. */
  readonly createdAt: number;
}

/** Undefined fields do not filter. */
export interface AuditFilter {
  readonly staffId?: string;
  readonly action?: string;
  /** Unix ms, inclusive. */
  readonly since?: number;
}

export abstract class AuditTrail {
  /** Newest first. */
  abstract list(filter: AuditFilter, limit: number): Promise<StoredAuditRecord[]>;
}
