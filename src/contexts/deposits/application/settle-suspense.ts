import { Injectable } from '@nestjs/common';
import { newId } from '../../../kernel/ids.js';
import { kobo } from '../../../kernel/money.js';
import {
  BAD_DEBTS_ACCOUNT,
  type LedgerChange,
  type Posting,
  SETTLEMENT_ACCOUNT,
  SUSPENSE_ACCOUNT,
} from '../../../ledger/index.js';
import { type SuspensePayment, SuspensePayments, type SuspenseStatus } from './ports.js';

const LONGEST_NAME = 120;

/** Brings a payment out of suspense, or ends what a reversal owes to it; undefined where that is done already. */
@Injectable()
export class SettleSuspense {
  constructor(private readonly payments: SuspensePayments) {}

  async assign(paymentId: string, userId: string, subject: string): Promise<LedgerChange | undefined> {
    const payment = await this.find(paymentId, 'open');
    if (!payment) return undefined;
    const { amountKobo, payer } = payment;
    const note = payer.name === '' ? 'Deposit' : `Deposit from ${payer.name.slice(0, LONGEST_NAME)}`;
    return this.change(payment, subject, { account: userId, amountKobo, note }, userId);
  }

  /** @param bankReference of the transfer by which it was paid back */
  async giveBack(paymentId: string, bankReference: string, subject: string): Promise<LedgerChange | undefined> {
    const payment = await this.find(paymentId, 'open');
    if (!payment) return undefined;
    const note = `Returned to its payer, ${bankReference}`;
    return this.change(payment, subject, { account: SETTLEMENT_ACCOUNT, amountKobo: payment.amountKobo, note }, undefined);
  }

  /** From the wallet of who owes it. */
  async recover(paymentId: string, subject: string): Promise<LedgerChange | undefined> {
    const debt = await this.find(paymentId, 'owed');
    if (!debt || debt.debtorId === '') return undefined;
    return this.endDebt(debt, subject, debt.debtorId, 'Deposit reversed by the bank', 'recovered');
  }

  /** As an expense of the service. */
  async writeOff(paymentId: string, subject: string): Promise<LedgerChange | undefined> {
    const debt = await this.find(paymentId, 'owed');
    return debt && this.endDebt(debt, subject, BAD_DEBTS_ACCOUNT, `Payment ${debt.id} was reversed`, 'written_off');
  }

  private endDebt(
    { id, amountKobo }: SuspensePayment,
    subject: string,
    account: string,
    note: string,
    how: 'recovered' | 'written_off',
  ): LedgerChange {
    const from = { account, amountKobo: kobo(-amountKobo), note };
    const to = { account: SUSPENSE_ACCOUNT, amountKobo, note: `Payment ${id} is not owed any more` };
    const journal = { id: newId(), kind: 'adjustment', subject, postings: [from, to] } as const;
    return { journal, updates: [this.payments.debtSettlement(id, how)] };
  }

  private async find(paymentId: string, status: SuspenseStatus): Promise<SuspensePayment | undefined> {
    const payment = await this.payments.find(paymentId);
    return payment?.status === status ? payment : undefined;
  }

  private change({ id, amountKobo }: SuspensePayment, subject: string, to: Posting, userId: string | undefined): LedgerChange {
    const from = { account: SUSPENSE_ACCOUNT, amountKobo: kobo(-amountKobo), note: `Payment ${id} left suspense` };
    const journal = { id: newId(), kind: 'adjustment', subject, postings: [from, to] } as const;
    return { journal, updates: [this.payments.settlement(id, journal.id, userId)] };
  }
}
