import { Injectable } from '@nestjs/common';
import { Clock } from '../../../../kernel/clock.js';
import { newId } from '../../../../kernel/ids.js';
import { COMMITTED_AT, type RowInsert } from '../../../../kernel/row-changes.js';
import { Database } from '../../../../platform/database/database.js';
import { tableOf } from '../../../../platform/database/table.js';
import { Audit, type AuditRecord } from '../../application/ports.js';
import { StaffAuditRow } from './audit.rows.js';

const TABLE = tableOf(StaffAuditRow);

@Injectable()
export class TypeormAudit extends Audit {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {
    super();
  }

  async record(record: AuditRecord): Promise<void> {
    await this.database.repository(StaffAuditRow).insert({ ...valuesOf(record), createdAt: this.clock.now() });
  }

  toRow(record: AuditRecord): RowInsert {
    return TABLE.insert({ ...valuesOf(record), createdAt: COMMITTED_AT });
  }
}

function valuesOf({ staffId, action, subject, before, after, ip }: AuditRecord) {
  return { id: newId(), staffId, action, subject, before: toJson(before), after: toJson(after), ip };
}

function toJson(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value);
}
