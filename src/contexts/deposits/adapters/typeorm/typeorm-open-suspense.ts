import { Injectable } from '@nestjs/common';
import { Database } from '../../../../platform/database/database.js';
import { formatNaira } from '../../../../kernel/money.js';
import { Contributes } from '../../../../kernel/registry.js';
import { OpenRecords, type RecordSummary, StaffRecords } from '../../../../kernel/staff-records.js';
import { countRows, idsAmong, oldestRows, rowsById } from '../../../../platform/database/open-rows.js';
import { readRowPage } from '../../../../platform/database/read-row-page.js';
import { DepositPaymentRow } from './deposits.rows.js';
import { NamedPayments } from './named-payments.js';
import { OPEN_PAYMENTS, toSuspensePayment } from './typeorm-suspense-payments.js';

/** Payments that match no deposit order, and those that somebody owes. */
@Injectable()
@Contributes(StaffRecords)
export class TypeormOpenSuspense extends OpenRecords {
  override readonly kind = 'suspense';
  override readonly permission = 'userControl.transaction';

  constructor(
    private readonly database: Database,
    private readonly payments: NamedPayments,
  ) {
    super();
  }

  override async find(text: string, limit: number): Promise<RecordSummary[]> {
    const page = { before: undefined, size: limit };
    const [named, { items }] = await Promise.all([
      this.payments.find(text, limit),
      readRowPage(this.rows, { accountNumber: text }, page),
    ]);
    const isException = ({ orderId, debt }: DepositPaymentRow) => orderId === '' || debt !== '';
    const byId = new Map([...named, ...items].filter(isException).map((row) => [row.id, row]));
    return [...byId.values()].slice(0, limit).map(summaryOf);
  }

  override countOpen(limit: number): Promise<number> {
    return countRows(this.rows, OPEN_PAYMENTS, limit);
  }

  override async listOpen(limit: number, after?: number): Promise<RecordSummary[]> {
    return (await oldestRows(this.rows, OPEN_PAYMENTS, limit, after)).map(summaryOf);
  }

  override openAmong(ids: readonly string[]): Promise<ReadonlySet<string>> {
    return idsAmong(this.rows, OPEN_PAYMENTS, ids);
  }

  override async named(ids: readonly string[]): Promise<RecordSummary[]> {
    return (await rowsById(this.rows, ids)).map(summaryOf);
  }

  private get rows() {
    return this.database.repository(DepositPaymentRow);
  }
}

function summaryOf(row: DepositPaymentRow): RecordSummary {
  const { id, payer, amountKobo, accountNumber, reason, status, debtorId, createdAt } = toSuspensePayment(row);
  const title = `${formatNaira(amountKobo)} from ${payer.name || 'an unnamed payer'}`;
  return {
    id,
    title,
    detail: reason === '' ? accountNumber : `${accountNumber}: ${reason}`,
    status,
    userId: debtorId || row.assignedTo,
    createdAt,
  };
}
