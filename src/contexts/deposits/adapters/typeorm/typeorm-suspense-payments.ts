import { Injectable } from '@nestjs/common';
import { type FindOptionsWhere, In, Not } from 'typeorm';
import type { Page, PageRequest } from '../../../../kernel/pagination.js';
import { COMMITTED_AT, type RowUpdate } from '../../../../kernel/row-changes.js';
import { Database } from '../../../../platform/database/database.js';
import type { AccountId } from '../../../../ledger/index.js';
import { tableOf } from '../../../../platform/database/table.js';
import { readRowPage } from '../../../../platform/database/read-row-page.js';
import { type SuspenseFilter, type SuspensePayment, SuspensePayments, type SuspenseStatus } from '../../application/ports.js';
import { DepositPaymentRow } from './deposits.rows.js';

const TABLE = tableOf(DepositPaymentRow);

const OPEN_IN_SUSPENSE = { orderId: '', settlementId: '', reversalId: '' };
/** Money that is nobody's, or owed. */
export const OPEN_PAYMENTS = [OPEN_IN_SUSPENSE, { debt: 'owed' as const }];

@Injectable()
export class TypeormSuspensePayments extends SuspensePayments {
  constructor(private readonly database: Database) {
    super();
  }

  async find(id: string): Promise<SuspensePayment | undefined> {
    const row = await this.database.repository(DepositPaymentRow).findOneBy(conditionsOf({ id }));
    return row ? toSuspensePayment(row) : undefined;
  }

  assignment(paymentId: string, journalId: string, userId: string): RowUpdate {
    const settled = { settlement: 'assigned', settlementId: journalId, assignedTo: userId, settledAt: COMMITTED_AT } as const;
    return TABLE.update({ id: paymentId, ...OPEN_IN_SUSPENSE }, settled);
  }

  giveBack(paymentId: string, journalId: string, from: AccountId): RowUpdate {
    const settled = { settlement: 'returned', settlementId: journalId, returnedFrom: from, settledAt: COMMITTED_AT } as const;
    return TABLE.update({ id: paymentId, ...OPEN_IN_SUSPENSE }, settled);
  }

  debtSettlement(id: string, debt: 'recovered' | 'written_off'): RowUpdate {
    return TABLE.update({ id, debt: 'owed' }, { debt, settledAt: COMMITTED_AT });
  }

  async list(filter: SuspenseFilter, page: PageRequest): Promise<Page<SuspensePayment>> {
    const { items, next } = await readRowPage(this.database.repository(DepositPaymentRow), conditionsOf(filter), page);
    return { items: items.map(toSuspensePayment), next };
  }
}

function conditionsOf({ id, isOpen }: SuspenseFilter): FindOptionsWhere<DepositPaymentRow>[] {
  const named = id === undefined ? {} : { id };
  const unmatched = { ...named, orderId: '' };
  if (isOpen === undefined) return [unmatched, { ...named, debt: Not('') }];
  if (isOpen) return OPEN_PAYMENTS.map((open) => ({ ...named, ...open }));
  return [
    { ...unmatched, settlementId: Not(''), debt: '' },
    { ...unmatched, reversalId: Not(''), debt: '' },
    { ...named, debt: In(['recovered', 'written_off']) },
  ];
}

export function toSuspensePayment(row: DepositPaymentRow): SuspensePayment {
  const { id, provider, transactionId, accountNumber, narration, sessionId, amountKobo, reason } = row;
  const { debtorId, settledAt, createdAt } = row;
  return {
    id,
    provider,
    transactionId,
    accountNumber,
    payer: { name: row.payerName, bank: row.payerBank, account: row.payerAccount },
    narration,
    sessionId,
    amountKobo,
    reason,
    status: statusOf(row),
    debtorId,
    settledAt: settledAt ?? undefined,
    createdAt,
  };
}

function statusOf({ settlement, reversalId, debt }: DepositPaymentRow): SuspenseStatus {
  if (debt !== '') return debt;
  if (reversalId !== '') return 'reversed';
  return settlement === '' ? 'open' : settlement;
}
