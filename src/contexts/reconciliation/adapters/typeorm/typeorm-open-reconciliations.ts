import { Injectable } from '@nestjs/common';
import { formatNaira, kobo } from '../../../../kernel/money.js';
import { Contributes } from '../../../../kernel/registry.js';
import { OpenRecords, type RecordSummary, StaffRecords } from '../../../../kernel/staff-records.js';
import { Database } from '../../../../platform/database/database.js';
import { countRows, idsAmong, oldestRows, rowsById } from '../../../../platform/database/open-rows.js';
import { ReconciliationRow } from './reconciliation.rows.js';

const DIFFERING = [{ status: 'differing' as const }];

/** Days at providers and banks; those that differ wait until they agree or are explained. */
@Injectable()
@Contributes(StaffRecords)
export class TypeormOpenReconciliations extends OpenRecords {
  override readonly kind = 'reconciliation';
  override readonly permission = 'otherControl.fiatCurency';

  constructor(private readonly database: Database) {
    super();
  }

  override find(text: string): Promise<RecordSummary[]> {
    return this.named([text]);
  }

  override countOpen(limit: number): Promise<number> {
    return countRows(this.rows, DIFFERING, limit);
  }

  override async listOpen(limit: number, after?: number): Promise<RecordSummary[]> {
    return (await oldestRows(this.rows, DIFFERING, limit, after)).map(summaryOf);
  }

  override openAmong(ids: readonly string[]): Promise<ReadonlySet<string>> {
    return idsAmong(this.rows, DIFFERING, ids);
  }

  override async named(ids: readonly string[]): Promise<RecordSummary[]> {
    return (await rowsById(this.rows, ids)).map(summaryOf);
  }

  private get rows() {
    return this.database.repository(ReconciliationRow);
  }
}

function summaryOf({ id, provider, day, differenceKobo, status, createdAt }: ReconciliationRow): RecordSummary {
  const detail = `Difference of ${formatNaira(kobo(differenceKobo))}`;
  return { id, title: `${provider} on ${day}`, detail, status, userId: '', createdAt };
}
