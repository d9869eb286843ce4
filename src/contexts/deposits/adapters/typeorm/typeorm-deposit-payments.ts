import { Injectable } from '@nestjs/common';
import { exactText } from '../../../../kernel/exact-text.js';
import { type Kobo, kobo } from '../../../../kernel/money.js';
import { COMMITTED_AT, type RowInsert, type RowUpdate } from '../../../../kernel/row-changes.js';
import { Database } from '../../../../platform/database/database.js';
import { type BookedPayment, DepositPayments, type NewDepositPayment } from '../../application/ports/deposit-payments.js';
import { DepositPaymentRow } from './deposit-payment.row.js';

const LONGEST_TEXT = 255;

@Injectable()
export class TypeormDepositPayments extends DepositPayments {
  constructor(private readonly database: Database) {
    super();
  }

  record(payment: NewDepositPayment): RowInsert {
    return {
      table: 'deposit_payment',
      values: {
        id: payment.id,
        provider: payment.provider,
        transaction_id: exactText(payment.transactionId),
        provider_reference: exactText(payment.providerReference),
        order_id: payment.orderId ?? '',
        account_number: exactText(payment.accountNumber),
        amount_kobo: payment.amountKobo,
        payer_name: payment.payer.name.slice(0, LONGEST_TEXT),
        payer_bank: payment.payer.bank.slice(0, LONGEST_TEXT),
        payer_account: payment.payer.account.slice(0, 40),
        narration: payment.narration.slice(0, LONGEST_TEXT),
        session_id: payment.sessionId.slice(0, 100),
        reason: payment.reason.slice(0, LONGEST_TEXT),
        received_at: payment.receivedAt ?? 0,
        recorded: COMMITTED_AT,
      },
    };
  }

  reversal(paymentId: string, journalId: string): RowUpdate {
    return { table: 'deposit_payment', key: { id: paymentId, reversal_id: '' }, set: { reversal_id: journalId } };
  }

  async bookedKobo(provider: string, providerReference: string): Promise<Kobo> {
    const sql = 'SELECT COALESCE(SUM(amount_kobo), 0) AS kobo FROM deposit_payment WHERE provider = ? AND provider_reference = ?';
    const rows = await this.database.rows<{ kobo: number | string }>(sql, [provider, exactText(providerReference)]);
    return kobo(Number(rows[0]?.kobo ?? 0));
  }

  listUnreversed(provider: string, providerReference: string): Promise<BookedPayment[]> {
    return this.rows.find({
      select: { id: true, provider: true, transactionId: true, orderId: true, amountKobo: true },
      where: { provider, providerReference, reversalId: '' },
      order: { id: 'ASC' },
    });
  }

  private get rows() {
    return this.database.repository(DepositPaymentRow);
  }
}
