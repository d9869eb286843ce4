import type { Kobo } from '../../../kernel/money.js';
import type { Page, PageRequest } from '../../../kernel/pagination.js';
import type { RowInsert, RowUpdate } from '../../../kernel/row-changes.js';
import type { AccountId } from '../../../ledger/index.js';
import type { DepositOrder, DepositStatus } from '../domain/deposit-order.js';
import type { Payer, ProviderPayment } from './deposit-provider.js';

export type NewDepositOrder = Pick<DepositOrder, 'id' | 'userId' | 'provider' | 'amountKobo' | 'expiresAt'> & {
  readonly slot: number;
};

/** A payment that was credited to the user of its order, or whom staff assigned it to. */
export interface CreditedDeposit {
  readonly paymentId: string;
  /** Empty where staff assigned it. */
  readonly orderId: string;
  readonly userId: string;
  readonly orderedKobo: Kobo;
  readonly amountKobo: Kobo;
}

export interface DueOrder extends DepositOrder {
  /** Made so far. */
  readonly queries: number;
}

export interface OrderFilter {
  /** Undefined for all users, which is for staff only. */
  readonly userId: string | undefined;
  readonly statuses?: readonly DepositStatus[];
  readonly id?: string;
}

export abstract class DepositOrders {
  /** A pending order without an account, for a ledger command. */
  abstract record(order: NewDepositOrder): RowInsert;
  /** @param nextQueryAt undefined: its provider is not polled */
  abstract accountOpened(order: DepositOrder, nextQueryAt: number | undefined): RowUpdate;
  /** Stale when the order has received something else since it was read, or what was kept of it. */
  abstract completion(order: DepositOrder, amountKobo: Kobo, costKobo: Kobo): RowUpdate;
  /** What the provider kept besides; stale as the completion. */
  abstract laterCost(order: DepositOrder, costKobo: Kobo): RowUpdate;
  abstract reversal(orderId: string): RowUpdate;

  abstract find(id: string): Promise<DepositOrder | undefined>;
  /** The latest order with this account that was made by `until` and ends at `from` or later. */
  abstract findByAccount(provider: string, accountNumber: string, from: number, until: number): Promise<DepositOrder | undefined>;
  /** By payment id; payments in suspense are left out. */
  abstract credited(paymentIds: readonly string[]): Promise<ReadonlyMap<string, CreditedDeposit>>;
  /** By reversing journal; payments that were nobody's are left out. */
  abstract reversed(
    journals: readonly { readonly id: string; readonly subject: string }[],
  ): Promise<ReadonlyMap<string, CreditedDeposit>>;
  /** Slots that the user's pending orders occupy. */
  abstract takenSlots(userId: string): Promise<number[]>;
  abstract hasSlot(id: string): Promise<boolean>;
  /** False where another order took it meanwhile. */
  abstract takeSlot(id: string, slot: number): Promise<boolean>;
  /** For pending orders without an account. */
  abstract releaseSlot(id: string): Promise<void>;
  /** Releases the slots of orders without an account that were made before this time. */
  abstract releaseUnopened(userId: string, before: number): Promise<void>;
  /** False when the order has an account, has ended or was moved by another process. */
  abstract moveTo(id: string, from: string, to: string): Promise<boolean>;
  abstract list(filter: OrderFilter, page: PageRequest): Promise<Page<DepositOrder>>;
  /** At most `limit` recorded before `before`, newest first. */
  abstract listBefore(filter: OrderFilter, before: number | undefined, limit: number): Promise<DepositOrder[]>;
  /** Pending orders that ended before this time, oldest end first, after `after`. */
  abstract listEnded(before: number, after: DepositOrder | undefined, limit: number): Promise<DepositOrder[]>;
  /** Orders whose provider is to be asked now, the longest due first. */
  abstract listDue(now: number, limit: number): Promise<DueOrder[]>;
  /** @param nextQueryAt undefined: never again */
  abstract schedule(id: string, queries: number, nextQueryAt: number | undefined): Promise<void>;

  /** In the caller's unit of work. False when it is not pending any more. */
  abstract end(id: string, status: 'failed' | 'expired'): Promise<boolean>;
}

export interface NewDepositPayment extends ProviderPayment {
  /** Also of its journal. */
  readonly id: string;
  readonly provider: string;
  /** Undefined where it matches no order. */
  readonly orderId: string | undefined;
  /** Why it matches no order; empty where it does. */
  readonly reason: string;
  /** What the provider kept, in its journal. */
  readonly costKobo: Kobo;
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

export interface PaymentCost {
  readonly id: string;
  /** Empty where it matches no order. */
  readonly orderId: string;
  readonly amountKobo: Kobo;
  readonly costKobo: Kobo;
  readonly lateCostKobo: Kobo;
  /** Empty where there is none. */
  readonly lateCostId: string;
}

/** Payments that are in the ledger. */
export abstract class DepositPayments {
  /** Unique by provider and transaction, for a ledger command. */
  abstract record(payment: NewDepositPayment): RowInsert;
  /** Stale when it is reversed already, or left suspense meanwhile. @param debtorId who owes it to suspense, empty: its payer; undefined where nobody does */
  abstract reversal(payment: BookedPayment, journalId: string, debtorId: string | undefined): RowUpdate;
  abstract bookedKobo(provider: string, providerReference: string): Promise<Kobo>;
  /** The payments of a transaction with what its provider kept of each, oldest first. */
  abstract costsOf(provider: string, providerReference: string): Promise<readonly PaymentCost[]>;
  /** Stale when a later cost of the payment is booked already. */
  abstract laterCost(paymentId: string, journalId: string, costKobo: Kobo): RowUpdate;
  abstract listUnreversed(provider: string, providerReference: string): Promise<BookedPayment[]>;
}

export abstract class OpenDeposits {
  /** Without the orders of these users. */
  abstract count(except: readonly string[]): Promise<number>;
}

export interface PaymentAtSandbox {
  readonly transactionId: string;
  readonly accountNumber: string;
  readonly amountKobo: Kobo;
  readonly payerName: string;
}

interface AccountAtSandbox {
  readonly reference: string;
  readonly amountKobo: Kobo;
}

/** The simulated bank, for who pays there by hand. It tells the service nothing by itself. */
export abstract class SandboxBank {
  abstract findAccount(by: { readonly accountNumber: string }): Promise<AccountAtSandbox | undefined>;
  /** The account takes no more payments in time. */
  abstract endAccount(accountNumber: string): Promise<void>;
  /** A known transaction stays as it is. */
  abstract receive(payment: PaymentAtSandbox): Promise<void>;
  /** Takes a payment back; one that it took back already stays as it is. */
  abstract reverse(transactionId: string): Promise<void>;
  /** Without those that it took back. */
  abstract paymentsTo(accountNumber: string): Promise<readonly PaymentAtSandbox[]>;
}

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
  /** Stale when the payment left suspense meanwhile. */
  abstract assignment(paymentId: string, journalId: string, userId: string): RowUpdate;
  /** Stale as the assignment. @param from the account of ours that it left */
  abstract giveBack(paymentId: string, journalId: string, from: AccountId): RowUpdate;
  /** Stale when the debt has ended meanwhile. */
  abstract debtSettlement(paymentId: string, how: 'recovered' | 'written_off'): RowUpdate;
  abstract list(filter: SuspenseFilter, page: PageRequest): Promise<Page<SuspensePayment>>;
}
