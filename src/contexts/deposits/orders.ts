import { type Kobo, naira, formatNaira, toNaira } from '../../kernel/money.js';
import { failures } from '../../kernel/failure.js';
import { HOUR_MS, isoTime } from '../../kernel/clock.js';
import { type Page, type PageRequest, readAll } from '../../kernel/pagination.js';
import type { RowInsert, RowUpdate } from '../../kernel/row-changes.js';
import { Injectable } from '@nestjs/common';
import { Contributes } from '../../kernel/registry.js';
import { type ActivityEntry, ActivitySource } from '../wallet/index.js';
import { type DataPart, PersonalDataSource } from '../../kernel/records.js';

export const MINIMUM_DEPOSIT_KOBO = naira(100);

export const MAXIMUM_DEPOSIT_KOBO = naira(5_000_000);

/** Used where the provider sets no expiry. */
export const ORDER_LIFE_MS = 30 * 60_000;

/** For money on its way when the order ends. */
export const GRACE_MS = 5 * 60_000;

/** `reversed`: the provider took back what was credited. */
export const DEPOSIT_STATUSES = ['pending', 'completed', 'failed', 'expired', 'reversed'] as const;

export type DepositStatus = (typeof DEPOSIT_STATUSES)[number];

/** All empty until the provider has opened the account. */
export interface DepositAccount {
  readonly accountNumber: string;
  readonly accountName: string;
  readonly bankName: string;
}

/** A deposit that a user announced, with an account of its own. Its id is our reference at the provider. */
export interface DepositOrder extends DepositAccount {
  readonly id: string;
  readonly userId: string;
  readonly provider: string;
  /** Announced; the amount that arrives is credited. */
  readonly amountKobo: Kobo;
  readonly status: DepositStatus;
  readonly expiresAt: number;
  /** Sum of all payments, reversed ones too. */
  readonly receivedKobo: Kobo;
  /** What of it was taken back; in lists. */
  readonly takenBackKobo?: Kobo;
  /** What the provider kept of them, as booked. */
  readonly costKobo: Kobo;
  readonly createdAt: number;
  /** Somebody changed the row in the database: its owner is not trusted, and its account is left out. */
  readonly isAltered?: boolean;
}

const SLOTS = [1, 2, 3, 4, 5] as const;

/** A unique index on five slots limits a user's pending orders. Undefined when all are taken. */
export function freeSlot(taken: readonly number[]): number | undefined {
  return SLOTS.find((slot) => !taken.includes(slot));
}

export const depositFailures = failures('deposits', {
  below_minimum: ['invalid', 'The minimum amount of a deposit is 100.00 Naira'],
  above_maximum: ['invalid', 'The maximum amount of a deposit is 5,000,000.00 Naira'],
  too_many_pending: ['refused', 'You have 5 pending deposit orders; pay one of them or let it expire'],
  refused_by_provider: ['refused', 'Could not process your request'],
  provider_unavailable: ['unavailable', 'Could not process your request'],
  no_data: ['not_found', 'No data matching your query was found'],
});

const SECOND_MS = 1_000;

const MINUTE_MS = 60 * SECOND_MS;

/** Webhooks are lost at times; a provider wants at least ten seconds between questions about one payment. */
const DELAYS_MS = [15, 20, 40, 60, 60, 120, 120, 180].map((seconds) => seconds * SECOND_MS);

const LATER_MS = 5 * MINUTE_MS;

/** For late money, a second payment and reversals. */
const AFTER_THE_END_MS = [HOUR_MS, 24 * HOUR_MS, 72 * HOUR_MS];

export interface QueriedOrder {
  /** Made so far. */
  readonly queries: number;
  /** In full. */
  readonly isPaid: boolean;
  readonly expiresAt: number;
}

/** When the provider is asked next; undefined: not any more. */
export function nextQueryAt({ queries, isPaid, expiresAt }: QueriedOrder, now: number): number | undefined {
  const next = now + (DELAYS_MS[queries] ?? LATER_MS);
  if (!isPaid && next <= expiresAt) return next;
  return AFTER_THE_END_MS.map((delay) => expiresAt + delay).find((time) => time > now);
}

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

export abstract class OpenDeposits {
  /** Without the orders of these users. */
  abstract count(except: readonly string[]): Promise<number>;
}

/** Paid orders are in the ledger. */
const UNPAID: readonly DepositStatus[] = ['pending', 'failed', 'expired'];

@Injectable()
@Contributes(ActivitySource)
export class UnpaidOrders extends ActivitySource {
  constructor(private readonly orders: DepositOrders) {
    super();
  }

  async list(userId: string, before: number | undefined, limit: number): Promise<ActivityEntry[]> {
    return (await this.orders.listBefore({ userId, statuses: UNPAID }, before, limit)).map(entryOf);
  }
}

function entryOf({ id, userId, amountKobo, status, createdAt }: DepositOrder): ActivityEntry {
  const description = `Deposit order of ${formatNaira(amountKobo)}`;
  return {
    kind: 'deposit',
    id,
    userId,
    description,
    amountKobo,
    direction: status === 'pending' ? 'pending' : 'failed',
    createdAt,
  };
}

@Injectable()
@Contributes(PersonalDataSource)
export class ExportedDeposits extends PersonalDataSource {
  constructor(private readonly orders: DepositOrders) {
    super();
  }

  readonly parts: readonly DataPart[] = [{ name: 'deposits', rows: (userId) => this.rows(userId) }];

  private async *rows(userId: string) {
    for await (const order of readAll((page) => this.orders.list({ userId }, page)))
      yield {
        at: isoTime(order.createdAt),
        reference: order.id,
        announced: toNaira(order.amountKobo),
        received: toNaira(order.receivedKobo),
        account: { number: order.accountNumber, name: order.accountName, bank: order.bankName },
        expiresAt: isoTime(order.expiresAt),
        status: order.status,
      };
  }
}
