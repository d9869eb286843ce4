import { Injectable } from '@nestjs/common';
import { formatNaira, kobo } from '../../../../kernel/money.js';
import { Contributes } from '../../../../kernel/registry.js';
import { type RecordSummary, StaffRecords } from '../../../../kernel/staff-records.js';
import { Database } from '../../../../platform/database/database.js';
import { rowsById } from '../../../../platform/database/open-rows.js';
import { ReconciliationRow } from './reconciliation.rows.js';

/** Days at providers. */
@Injectable()
@Contributes(StaffRecords)
export class TypeormFoundReconciliations extends StaffRecords {
  override readonly kind = 'reconciliation';
  override readonly permission = 'otherControl.fiatCurency';

  constructor(private readonly database: Database) {
    super();
  }

  override find(text: string): Promise<RecordSummary[]> {
    return this.named([text]);
  }

  override async named(ids: readonly string[]): Promise<RecordSummary[]> {
    return (await rowsById(this.database.repository(ReconciliationRow), ids)).map(summaryOf);
  }
}

function summaryOf({ id, provider, day, differenceKobo, status, createdAt }: ReconciliationRow): RecordSummary {
  const detail = `Difference of ${formatNaira(kobo(differenceKobo))}`;
  return { id, title: `${provider} on ${day}`, detail, status, userId: '', createdAt };
}
