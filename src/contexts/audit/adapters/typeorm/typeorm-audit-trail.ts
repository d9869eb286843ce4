import { Injectable } from '@nestjs/common';
import { MoreThanOrEqual } from 'typeorm';
import { Database } from '../../../../platform/database/database.js';
import { type AuditFilter, AuditTrail, type StoredAuditRecord } from '../../application/ports/audit-trail.js';
import { StaffAuditRow } from './staff-audit.row.js';

@Injectable()
export class TypeormAuditTrail extends AuditTrail {
  constructor(private readonly database: Database) {
    super();
  }

  async list({ since, ...same }: AuditFilter, limit: number): Promise<StoredAuditRecord[]> {
    const rows = await this.database.repository(StaffAuditRow).find({
      where: since === undefined ? same : { ...same, createdAt: MoreThanOrEqual(since) },
      order: { createdAt: 'DESC', id: 'DESC' },
      take: limit,
    });
    return rows.map(({ before, after, ...record }) => ({ ...record, before: fromJson(before), after: fromJson(after) }));
  }
}

function fromJson(text: string | null): unknown {
  return text === null ? undefined : JSON.parse(text);
}
