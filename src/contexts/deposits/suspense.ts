import { type Kobo, kobo } from '../../kernel/money.js';
import type { Page, PageRequest } from '../../kernel/pagination.js';
import type { RowUpdate } from '../../kernel/row-changes.js';
import {
  type AccountId,
  BAD_DEBTS_ACCOUNT,
  DEBTS_ACCOUNT,
  Ledger,
  type LedgerChange,
  SUSPENSE_ACCOUNT,
} from '../../ledger/index.js';
import type { Payer } from './deposit-provider.js';
import { Injectable } from '@nestjs/common';
import { newId } from '../../kernel/ids.js';

/** reversed: its provider took it back. owed: so it did, and nobody had the money; that debt is recovered or written off. */
export type SuspenseStatus = 'open' | 'assigned' | 'returned' | 'reversed' | 'owed' | 'recovered' | 'written_off';

/** Money that arrived and matches no deposit order, or that was reversed and is owed. */
export interface SuspensePayment {
  readonly id: string;
  readonly provider: string;
  readonly transactionId: string;
  /** Into which it was paid; empty where not reported. */
  readonly accountNumber: string;
  readonly payer: Payer;
  readonly narration: string;
  readonly sessionId: string;
  readonly amountKobo: Kobo;
  readonly reason: string;
  readonly status: SuspenseStatus;
  /** Who owes or owed it; empty where no user does. */
  readonly debtorId: string;
  /** The journal that debited the account of debts with it; empty where there is none, because suspense bears it as in versions before. */
  readonly debtId: string;
  /** Undefined while it is open. */
  readonly settledAt: number | undefined;
  readonly createdAt: number;
}

export interface SuspenseFilter {
  readonly id?: string;
  /** In suspense or owed; false: only the others. */
  readonly isOpen?: boolean;
}

export abstract class SuspensePayments {
  abstract find(id: string): Promise<SuspensePayment | undefined>;
  /** Stale when the payment left suspense meanwhile. */
  abstract assignment(paymentId: string, journalId: string, userId: string): RowUpdate;
  /** Stale as the assignment. @param from the account of ours that it left */
  abstract giveBack(paymentId: string, journalId: string, from: AccountId): RowUpdate;
  /** Stale when the debt has ended or moved meanwhile. */
  abstract debtSettlement(debt: SuspensePayment, how: 'recovered' | 'written_off'): RowUpdate;
  /** Debts that suspense bears, oldest first. */
  abstract debtsInSuspense(limit: number): Promise<SuspensePayment[]>;
  /** From suspense to the account of debts. Stale as the settlement. */
  abstract debtMove(debt: SuspensePayment, journalId: string): RowUpdate;
  abstract list(filter: SuspenseFilter, page: PageRequest): Promise<Page<SuspensePayment>>;
}

const LONGEST_NAME = 120;

/** Brings a payment out of suspense, or ends what is owed since a reversal; undefined where that is done already. */
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
    debt: SuspensePayment,
    subject: string,
    account: string,
    note: string,
    how: 'recovered' | 'written_off',
  ): LedgerChange {
    const { id, amountKobo, debtId } = debt;
    const from = { account, amountKobo: kobo(-amountKobo), note };
    const bearer = debtId === '' ? SUSPENSE_ACCOUNT : DEBTS_ACCOUNT;
    const to = { account: bearer, amountKobo, note: `Payment ${id} is not owed any more` };
    const journal = { id: newId(), kind: 'adjustment', subject, postings: [from, to] } as const;
    return { journal, updates: [this.payments.debtSettlement(debt, how)] };
  }

  private async find(paymentId: string, status: SuspenseStatus): Promise<SuspensePayment | undefined> {
    const payment = await this.payments.find(paymentId);
    return payment?.status === status ? payment : undefined;
  }
}

const MOVED_AT_ONCE = 100;

/** Debts that versions before let lie in suspense as negative amounts, where they hid what is owed to payers. */
@Injectable()
export class MoveDebts {
  constructor(
    private readonly payments: SuspensePayments,
    private readonly ledger: Ledger,
  ) {}

  /** Each once, by a journal of its own; what changed meanwhile is left for the next time. */
  async execute(): Promise<void> {
    for (const debt of await this.payments.debtsInSuspense(MOVED_AT_ONCE)) {
      const { id, amountKobo } = debt;
      const from = { account: DEBTS_ACCOUNT, amountKobo: kobo(-amountKobo), note: `Payment ${id} is owed` };
      const to = { account: SUSPENSE_ACCOUNT, amountKobo, note: `Debt of payment ${id} left suspense` };
      const journal = { id: newId(), kind: 'adjustment', subject: id, postings: [from, to] } as const;
      await this.ledger.commit({
        idempotencyKey: { scope: 'system', action: 'deposit.debt', key: id, fingerprint: String(amountKobo) },
        response: null,
        journal,
        updates: [this.payments.debtMove(debt, journal.id)],
      });
    }
  }
}
