import { Injectable } from '@nestjs/common';
import { exactText } from '../../../../kernel/exact-text.js';
import { type Kobo, kobo } from '../../../../kernel/money.js';
import { COMMITTED_AT, type RowInsert, type RowUpdate } from '../../../../kernel/row-changes.js';
import { Database } from '../../../../platform/database/database.js';
import { tableOf } from '../../../../platform/database/table.js';
import { type BookedPayment, DepositPayments, type NewDepositPayment, type PaymentCost } from '../../application/ports.js';
import { DepositPaymentRow } from './deposits.rows.js';

const TABLE = tableOf(DepositPaymentRow);
const LONGEST_TEXT = 255;

@Injectable()
export class TypeormDepositPayments extends DepositPayments {
  constructor(private readonly database: Database) {
    super();
  }

  record(payment: NewDepositPayment): RowInsert {
    const { id, provider, transactionId, providerReference, accountNumber, amountKobo, costKobo, payer } = payment;
    return TABLE.insert({
      id,
      provider,
      transactionId,
      providerReference,
      orderId: payment.orderId ?? '',
      accountNumber,
      amountKobo,
      costKobo,
      payerName: payer.name.slice(0, LONGEST_TEXT),
      payerBank: payer.bank.slice(0, LONGEST_TEXT),
      payerAccount: payer.account.slice(0, 40),
      narration: payment.narration.slice(0, LONGEST_TEXT),
      sessionId: payment.sessionId.slice(0, 100),
      reason: payment.reason.slice(0, LONGEST_TEXT),
      receivedAt: payment.receivedAt ?? 0,
      createdAt: COMMITTED_AT,
    });
  }

  reversal({ id, orderId, settlementId }: BookedPayment, journalId: string, debtorId: string | undefined): RowUpdate {
    const leavesSuspense = orderId === '' && settlementId === '';
    const debt = debtorId === undefined ? {} : { debt: 'owed' as const, debtorId, settledAt: null };
    return TABLE.update(
      { id, reversalId: '', settlementId },
      { reversalId: journalId, ...(leavesSuspense ? { settledAt: COMMITTED_AT } : {}), ...debt },
    );
  }

  async bookedKobo(provider: string, providerReference: string): Promise<Kobo> {
    const sql = 'SELECT COALESCE(SUM(amount_kobo), 0) AS kobo FROM deposit_payment WHERE provider = ? AND provider_reference = ?';
    const rows = await this.database.rows<{ kobo: number | string }>(sql, [provider, exactText(providerReference)]);
    return kobo(Number(rows[0]?.kobo ?? 0));
  }

  costsOf(provider: string, providerReference: string): Promise<PaymentCost[]> {
    return this.rows.find({
      select: { id: true, orderId: true, amountKobo: true, costKobo: true, lateCostKobo: true, lateCostId: true },
      where: { provider, providerReference },
      order: { id: 'ASC' },
    });
  }

  laterCost(paymentId: string, journalId: string, costKobo: Kobo): RowUpdate {
    return TABLE.update({ id: paymentId, lateCostId: '' }, { lateCostId: journalId, lateCostKobo: costKobo });
  }

  listUnreversed(provider: string, providerReference: string): Promise<BookedPayment[]> {
    return this.rows.find({
      select: {
        id: true,
        provider: true,
        transactionId: true,
        orderId: true,
        amountKobo: true,
        settlementId: true,
        assignedTo: true,
      },
      where: { provider, providerReference, reversalId: '' },
      order: { id: 'ASC' },
    });
  }

  private get rows() {
    return this.database.repository(DepositPaymentRow);
  }
}
