import type { Kobo } from '../../../../kernel/money.js';
import type { RowUpdate } from '../../../../kernel/row-changes.js';
import type { Page, PageRequest } from '../../../../kernel/pagination.js';
import type { Payer } from './deposit-provider.js';

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
  /** Why it matches no order. */
  readonly reason: string;
  readonly status: SuspenseStatus;
  /** Who owes or owed it; empty where no user does. */
  readonly debtorId: string;
  /** Undefined while it is open. */
  readonly settledAt: number | undefined;
  readonly createdAt: number;
}

export interface SuspenseFilter {
  readonly id?: string;
  /** In suspense or owed to it; false: only the others. */
  readonly isOpen?: boolean;
}

export abstract class SuspensePayments {
  abstract find(id: string): Promise<SuspensePayment | undefined>;
  /** Stale when the payment left suspense meanwhile. @param userId undefined: returned to its payer */
  abstract settlement(paymentId: string, journalId: string, userId: string | undefined): RowUpdate;
  /** Stale when the debt has ended meanwhile. */
  abstract debtSettlement(paymentId: string, how: 'recovered' | 'written_off'): RowUpdate;
  abstract list(filter: SuspenseFilter, page: PageRequest): Promise<Page<SuspensePayment>>;
}
