import type { Kobo } from '../../../../kernel/money.js';
import type { RowInsert, RowUpdate } from '../../../../kernel/row-changes.js';
import type { ProviderPayment } from './deposit-provider.js';

export interface NewDepositPayment extends ProviderPayment {
  /** Also of its journal. */
  readonly id: string;
  readonly provider: string;
  /** Undefined where it matches no order. */
  readonly orderId: string | undefined;
  /** Why it matches no order; empty where it does. */
  readonly reason: string;
}

export interface BookedPayment {
  readonly id: string;
  readonly provider: string;
  readonly transactionId: string;
  /** Empty where it matches no order. */
  readonly orderId: string;
  readonly amountKobo: Kobo;
  /** The journal by which it left suspense; empty where there is none. */
  readonly settlementId: string;
  /** To whose wallet it went from suspense; empty where to none. */
  readonly assignedTo: string;
}

/** Payments that are in the ledger. */
export abstract class DepositPayments {
  /** Unique by provider and transaction, for a ledger command. */
  abstract record(payment: NewDepositPayment): RowInsert;
  /**
   * Stale when it is reversed already, or left suspense meanwhile.
   * @param debtorId who owes it to suspense, empty: its payer; undefined where nobody does
   */
  abstract reversal(payment: BookedPayment, journalId: string, debtorId: string | undefined): RowUpdate;
  /** Of one transaction of the provider. */
  abstract bookedKobo(provider: string, providerReference: string): Promise<Kobo>;
  abstract listUnreversed(provider: string, providerReference: string): Promise<BookedPayment[]>;
}
