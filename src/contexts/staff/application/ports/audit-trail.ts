import type { AuditRecord } from './audit.js';

/** A record as it was written. */
export interface RecordedChange extends AuditRecord {
  readonly id: string;
  /** Unix ms. */
  readonly createdAt: number;
}

/** What is left out is not asked. */
export interface AuditFilter {
  readonly staffId?: string;
  readonly action?: string;
  /** Unix ms, inclusive. */
  readonly since?: number;
}

/** Reading the trail. */
export abstract class AuditTrail {
  /** Newest first. */
  abstract list(filter: AuditFilter, limit: number): Promise<RecordedChange[]>;
}
