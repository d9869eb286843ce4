import { type Kobo, naira } from '../../../kernel/money.js';

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
  /** What the provider kept of them, as booked. */
  readonly costKobo: Kobo;
  readonly createdAt: number;
  /** It was changed in the database: nothing says any more whose it is, and its account is left out. */
  readonly isAltered?: boolean;
}

const SLOTS = [1, 2, 3, 4, 5] as const;

/** A unique index on five slots limits a user's pending orders. Undefined when all are taken. */
export function freeSlot(taken: readonly number[]): number | undefined {
  return SLOTS.find((slot) => !taken.includes(slot));
}
