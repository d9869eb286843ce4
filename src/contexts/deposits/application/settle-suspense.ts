import { Injectable } from '@nestjs/common';
import { newId } from '../../../kernel/ids.js';
import { kobo } from '../../../kernel/money.js';
import { type LedgerChange, type Posting, SETTLEMENT_ACCOUNT, SUSPENSE_ACCOUNT } from '../../wallet/index.js';
import { type SuspensePayment, SuspensePayments } from './ports/suspense-payments.js';

const LONGEST_NAME = 120;

/** Brings a payment out of suspense; undefined where it has left it already. */
@Injectable()
export class SettleSuspense {
  constructor(private readonly payments: SuspensePayments) {}

  /** @param subject of the journal */
  async assign(paymentId: string, userId: string, subject: string): Promise<LedgerChange | undefined> {
    const payment = await this.findOpen(paymentId);
    if (!payment) return undefined;
    const { amountKobo, payer } = payment;
    const note = payer.name === '' ? 'Deposit' : `Deposit from ${payer.name.slice(0, LONGEST_NAME)}`;
    return this.change(payment, subject, { account: userId, amountKobo, note }, userId);
  }

  /** @param bankReference of the transfer by which it was paid back */
  async giveBack(paymentId: string, bankReference: string, subject: string): Promise<LedgerChange | undefined> {
    const payment = await this.findOpen(paymentId);
    if (!payment) return undefined;
    const note = `Returned to its payer, ${bankReference}`;
    return this.change(payment, subject, { account: SETTLEMENT_ACCOUNT, amountKobo: payment.amountKobo, note }, undefined);
  }

  private async findOpen(paymentId: string): Promise<SuspensePayment | undefined> {
    const payment = await this.payments.find(paymentId);
    return payment?.status === 'open' ? payment : undefined;
  }

  private change({ id, amountKobo }: SuspensePayment, subject: string, to: Posting, userId: string | undefined): LedgerChange {
    const from = { account: SUSPENSE_ACCOUNT, amountKobo: kobo(-amountKobo), note: `Payment ${id} left suspense` };
    const journal = { id: newId(), kind: 'adjustment', subject, postings: [from, to] } as const;
    return { journal, updates: [this.payments.settlement(id, journal.id, userId)] };
  }
}
