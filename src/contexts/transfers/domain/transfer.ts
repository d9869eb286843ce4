import type { Charge } from '../../../kernel/charges.js';
import { type Kobo, naira } from '../../../kernel/money.js';

export const MINIMUM_TRANSFER_KOBO = naira(50);
export const MAXIMUM_TRANSFER_KOBO = naira(5_000_000);

/** A transfer between two wallets. Its id is also that of its journal. */
export interface Transfer {
  readonly id: string;
  readonly senderId: string;
  readonly receiverId: string;
  /** The receiver's address at the time. */
  readonly receiverEmail: string;
  readonly amountKobo: Kobo;
  /** What the sender pays beside the amount. */
  readonly charges: readonly Charge[];
  readonly note: string;
  readonly status: 'complete';
}

export interface StoredTransfer extends Transfer {
  readonly createdAt: number;
}
