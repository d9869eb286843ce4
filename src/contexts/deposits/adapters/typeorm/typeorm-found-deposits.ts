import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { formatNaira } from '../../../../kernel/money.js';
import { Contributes } from '../../../../kernel/registry.js';
import { type RecordSummary, StaffRecords } from '../../../../kernel/staff-records.js';
import { Database } from '../../../../platform/database/database.js';
import { rowsById } from '../../../../platform/database/open-rows.js';
import { readRowPage } from '../../../../platform/database/read-row-page.js';
import { DepositOrderRow } from './deposits.rows.js';
import { NamedPayments } from './named-payments.js';

/** Deposit orders, also by a payment that they received. */
@Injectable()
@Contributes(StaffRecords)
export class TypeormFoundDeposits extends StaffRecords {
  override readonly kind = 'deposit';
  override readonly permission = 'userControl.transaction';

  constructor(
    private readonly database: Database,
    private readonly payments: NamedPayments,
  ) {
    super();
  }

  override async find(text: string, limit: number): Promise<RecordSummary[]> {
    const paid = (await this.payments.find(text, limit)).map(({ orderId }) => orderId).filter((id) => id !== '');
    const conditions = [{ id: In([text, ...paid]) }, { accountNumber: text }];
    const { items } = await readRowPage(this.database.repository(DepositOrderRow), conditions, {
      before: undefined,
      size: limit,
    });
    return items.map(summaryOf);
  }

  override async named(ids: readonly string[]): Promise<RecordSummary[]> {
    return (await rowsById(this.database.repository(DepositOrderRow), ids)).map(summaryOf);
  }
}

/** An order of 20,000 that 10,000 came for says both. */
function summaryOf({ id, amountKobo, receivedKobo, ...order }: DepositOrderRow): RecordSummary {
  const { bankName, accountNumber, status, userId, createdAt } = order;
  const received = receivedKobo === amountKobo || receivedKobo === 0 ? '' : `, ${formatNaira(receivedKobo)} received`;
  return {
    id,
    title: `Deposit of ${formatNaira(amountKobo)}${received}`,
    detail: `${bankName} ${accountNumber}`.trim(),
    status,
    userId,
    createdAt,
  };
}
