import { Injectable } from '@nestjs/common';
import { Clock } from '../../../../kernel/clock.js';
import { newId } from '../../../../kernel/ids.js';
import { Database } from '../../../../platform/database/database.js';
import { Audit, type AuditRecord } from '../../application/ports/audit.js';
import { StaffAuditRow } from './staff-audit.row.js';

@Injectable()
export class TypeormAudit extends Audit {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {
    super();
  }

  async record({ staffId, action, subject, before, after, ip }: AuditRecord): Promise<void> {
    await this.database.repository(StaffAuditRow).insert({
      id: newId(),
      staffId,
      action,
      subject,
      before: toJson(before),
      after: toJson(after),
      ip,
      createdAt: this.clock.now(),
    });
  }
}

function toJson(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value);
}
