import { Injectable } from '@nestjs/common';
import { In, IsNull } from 'typeorm';
import { formatNaira, kobo } from '../../../../kernel/money.js';
import { Contributes } from '../../../../kernel/registry.js';
import { OpenRecords, type RecordSummary, StaffRecords } from '../../../../kernel/staff-records.js';
import { Database } from '../../../../platform/database/database.js';
import { countRows, idsAmong, oldestRows, rowsById } from '../../../../platform/database/open-rows.js';
import { readRowPage } from '../../../../platform/database/read-row-page.js';
import { maskedAccount } from '../../domain/masked-account.js';
import { SHOWN_STATUS } from '../../domain/payout.js';
import { payoutIdsByReference } from './payout-references.js';
import { PayoutRow } from './payout.rows.js';

const UNDECIDED = [{ status: 'pending' as const, nextQueryAt: IsNull() }];

@Injectable()
@Contributes(StaffRecords)
export class TypeormOpenPayouts extends OpenRecords {
  override readonly kind = 'payout';
  override readonly permission = 'userControl.transaction';

  constructor(private readonly database: Database) {
    super();
  }

  override async find(text: string, limit: number): Promise<RecordSummary[]> {
    const ids = await payoutIdsByReference(this.database, text, limit);
    const conditions = [{ id: In([text, ...ids]) }, { account: text }, { sessionId: text }];
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

  private get rows() {
    return this.database.repository(PayoutRow);
  }
}

function summaryOf(row: PayoutRow): RecordSummary {
  const { id, amountKobo, reference, responseMessage, status, userId, createdAt } = row;
  const title = `Payout to ${maskedAccount(row)}, ${formatNaira(kobo(amountKobo))}`;
  // What it waits for, in the provider's words.
  const detail = status === 'pending' && responseMessage !== '' ? `${reference}: ${responseMessage}` : reference;
  return { id, title, detail, status: SHOWN_STATUS[status], userId, createdAt };
}
