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
  readonly feeKobo: Kobo;
  readonly dutyKobo: Kobo;
  /** Ids of the tariffs under which it was charged, with blanks between them. */
  readonly tariff: string;
  readonly note: string;
  readonly status: 'complete';
}

export interface StoredTransfer extends Transfer {
  readonly createdAt: number;
}
