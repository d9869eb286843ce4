import type { AuditRecord } from './audit.js';

export interface StoredAuditRecord extends AuditRecord {
  readonly id: string;
  readonly createdAt: number;
}

export interface AuditFilter {
  readonly staffId?: string;
  readonly action?: string;
  readonly since?: number;
}

export abstract class AuditTrail {
  abstract list(filter: AuditFilter, limit: number): Promise<StoredAuditRecord[]>;
}
