import type { RowUpdate, RowInsert } from '../../../../kernel/row-changes.js';
import type { Kobo } from '../../../../kernel/money.js';
import type { Page, PageRequest } from '../../../../kernel/pagination.js';
import type { DepositOrder, DepositStatus } from '../../domain/deposit-order.js';

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
  /** Stale when the order has received something else since it was read. */
  abstract completion(order: DepositOrder, amountKobo: Kobo): RowUpdate;
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
  /** Of a pending order without an account. */
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
