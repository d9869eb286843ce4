import { Injectable } from '@nestjs/common';
import { newId } from '../../../kernel/ids.js';
import { kobo } from '../../../kernel/money.js';
import { BAD_DEBTS_ACCOUNT, type LedgerChange, SUSPENSE_ACCOUNT } from '../../../ledger/index.js';
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
    const from = { account: SUSPENSE_ACCOUNT, amountKobo: kobo(-amountKobo), note: `Payment ${paymentId} left suspense` };
    const postings = [from, { account: userId, amountKobo, note }];
    const journal = { id: newId(), kind: 'adjustment', subject, postings } as const;
    return { journal, updates: [this.payments.assignment(paymentId, journal.id, userId)] };
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
}
