import { type Kobo, naira } from '../../../kernel/money.js';

export const MINIMUM_TRANSFER_KOBO = naira(50);
export const MAXIMUM_TRANSFER_KOBO = naira(5_000_000);

/** Money that went from one wallet to another. Its id is also that of the journal that moved it. */
export interface Transfer {
  readonly id: string;
  readonly senderId: string;
  readonly receiverId: string;
  /** The receiver's address at the time. */
  readonly receiverEmail: string;
  /** What the receiver got; the sender paid the fee on top. */
  readonly amountKobo: Kobo;
  readonly feeKobo: Kobo;
  /** What the sender wrote; empty where nothing. */
  readonly note: string;
  readonly status: 'complete';
}

export interface RecordedTransfer extends Transfer {
  /** Unix ms. */
  readonly createdAt: number;
}
