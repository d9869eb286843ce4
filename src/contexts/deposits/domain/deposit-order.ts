import { type Kobo, naira } from '../../../kernel/money.js';

export const MINIMUM_DEPOSIT_KOBO = naira(100);
export const MAXIMUM_DEPOSIT_KOBO = naira(5_000_000);

/** How long an order can be paid, where the provider fixes nothing else. */
export const ORDER_LIFE_MS = 30 * 60_000;
/** How long after its end an order waits for money that was on its way. */
export const GRACE_MS = 5 * 60_000;

export const DEPOSIT_STATUSES = ['pending', 'completed', 'failed', 'expired'] as const;
export type DepositStatus = (typeof DEPOSIT_STATUSES)[number];

/** Where the money is to be sent. All empty until the provider has opened the account. */
export interface DepositAccount {
  readonly accountNumber: string;
  readonly accountName: string;
  readonly bankName: string;
}

/** A user's intention to pay money in, with an account of its own to pay it to. Its id is our reference at the provider. */
export interface DepositOrder extends DepositAccount {
  readonly id: string;
  readonly userId: string;
  readonly provider: string;
  /** What the user means to pay; what arrives is what is credited. */
  readonly amountKobo: Kobo;
  readonly status: DepositStatus;
  /** Unix ms. */
  readonly expiresAt: number;
  /** Unix ms. */
  readonly createdAt: number;
}

const SLOTS = [1, 2, 3, 4, 5] as const;

/**
 * A pending order occupies one of five places of its user, and no two the same: that a user has five pending
 * orders at most is a unique index. Undefined when all are taken.
 */
export function freeSlot(taken: readonly number[]): number | undefined {
  return SLOTS.find((slot) => !taken.includes(slot));
}
