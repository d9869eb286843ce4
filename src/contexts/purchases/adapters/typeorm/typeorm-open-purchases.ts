import { Injectable } from '@nestjs/common';
import { In, IsNull } from 'typeorm';
import { formatNaira, kobo } from '../../../../kernel/money.js';
import { phoneSpellings } from '../../../../kernel/phone.js';
import { Contributes } from '../../../../kernel/registry.js';
import { OpenRecords, type RecordSummary, StaffRecords } from '../../../../kernel/staff-records.js';
import { Database } from '../../../../platform/database/database.js';
import { countRows, idsAmong, oldestRows, rowsById } from '../../../../platform/database/open-rows.js';
import { readRowPage } from '../../../../platform/database/read-row-page.js';
import { PurchaseAnswerRow, PurchaseAttemptRow, PurchaseRow } from './purchase.rows.js';

const UNDECIDED = [{ status: 'pending' as const, nextQueryAt: IsNull() }];

@Injectable()
@Contributes(StaffRecords)
export class TypeormOpenPurchases extends OpenRecords {
  override readonly kind = 'purchase';
  override readonly permission = 'userControl.transaction';

  constructor(private readonly database: Database) {
    super();
  }

  override async find(text: string, limit: number): Promise<RecordSummary[]> {
    const ids = await this.idsByReference(text, limit);
    const conditions = [{ id: In([text, ...ids]) }, { customerId: In(phoneSpellings(text)) }];
    const { items } = await readRowPage(this.rows, conditions, { before: undefined, size: limit });
    return items.map(summaryOf);
  }

  override countOpen(limit: number): Promise<number> {
    return countRows(this.rows, UNDECIDED, limit);
  }

  override async listOpen(limit: number, after?: number): Promise<RecordSummary[]> {
    return (await oldestRows(this.rows, UNDECIDED, limit, after)).map(summaryOf);
  }

  override openAmong(ids: readonly string[]): Promise<ReadonlySet<string>> {
    return idsAmong(this.rows, UNDECIDED, ids);
  }

  override async named(ids: readonly string[]): Promise<RecordSummary[]> {
    return (await rowsById(this.rows, ids)).map(summaryOf);
  }

  /** Ours or the provider's. */
  private async idsByReference(reference: string, take: number): Promise<string[]> {
    const select = { purchaseId: true };
    const [ours, theirs] = await Promise.all([
      this.database.repository(PurchaseAttemptRow).find({ select, where: { reference }, take }),
      this.database.repository(PurchaseAnswerRow).find({ select, where: { providerReference: reference }, take }),
    ]);
    return [...ours, ...theirs].map(({ purchaseId }) => purchaseId);
  }

  private get rows() {
    return this.database.repository(PurchaseRow);
  }
}

function summaryOf({ id, itemName, amountKobo, customerId, reference, status, userId, createdAt }: PurchaseRow): RecordSummary {
  const title = `${itemName}, ${formatNaira(kobo(amountKobo))}`;
  return { id, title, detail: `${customerId}, ${reference}`, status, userId, createdAt };
}
