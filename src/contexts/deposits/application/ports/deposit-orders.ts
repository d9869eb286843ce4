import type { RowUpdate, RowInsert } from '../../../../kernel/row-changes.js';
import type { Page, PageRequest } from '../../../../kernel/pagination.js';
import type { DepositOrder, DepositStatus } from '../../domain/deposit-order.js';
import type { ProviderPayment } from './deposit-provider.js';

export type NewDepositOrder = Pick<DepositOrder, 'id' | 'userId' | 'provider' | 'amountKobo' | 'expiresAt'> & {
  readonly slot: number;
};

export interface NewDepositPayment extends ProviderPayment {
  readonly id: string;
  readonly provider: string;
  /** Undefined where it matches no order. */
  readonly orderId: string | undefined;
}

/** Orders of one user: of the given statuses where there are any, the one with this id where there is one. */
export interface OrderFilter {
  /** Undefined for all users, which is for staff only. */
  readonly userId: string | undefined;
  readonly statuses?: readonly DepositStatus[];
  readonly id?: string;
}

export abstract class DepositOrders {
  /** A pending order without an account, for the command that places it. */
  abstract record(order: NewDepositOrder): RowInsert;
  /** A payment that arrived, for the command that credits it; unique by provider and transaction. */
  abstract paymentRecord(payment: NewDepositPayment): RowInsert;
  /** The account of a pending order that has none yet. */
  abstract accountOpened(order: DepositOrder): RowUpdate;
  /** That an order is completed, for the command that credits its payment. */
  abstract completion(orderId: string): RowUpdate;

  abstract find(id: string): Promise<DepositOrder | undefined>;
  /** The latest order with this account that was made at `until` at the latest and ends at `from` at the earliest (unix ms). */
  abstract findByAccount(provider: string, accountNumber: string, from: number, until: number): Promise<DepositOrder | undefined>;
  /** Slots that the user's pending orders occupy. */
  abstract takenSlots(userId: string): Promise<number[]>;
  abstract list(filter: OrderFilter, page: PageRequest): Promise<Page<DepositOrder>>;
  /** At most `limit` of them recorded before `before` (unix ms), newest first. */
  abstract listBefore(filter: OrderFilter, before: number | undefined, limit: number): Promise<DepositOrder[]>;
  /** Pending orders that ended before this time (unix ms), the oldest end first, after `after` where it is given. */
  abstract listEnded(before: number, after: DepositOrder | undefined, limit: number): Promise<DepositOrder[]>;

  /** Ends a pending order, in the caller's unit of work. False when it is pending no more. */
  abstract end(id: string, status: 'failed' | 'expired'): Promise<boolean>;
}
