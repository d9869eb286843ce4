import type { Kobo } from '../../../kernel/money.js';
import type { AccountId } from '../../domain/account.js';

export interface Spent {
  /** The account's last posting. */
  readonly seq: number;
  /** No later posting is earlier. */
  readonly postedAt: number;
  /** For each time that was asked for. */
  readonly sumsKobo: readonly Kobo[];
}

/** What accounts have spent: debits of transfers and purchases, less what was given back of them since. */
export abstract class Spending {
  /** @param times since when, the earliest first; all sums and `seq` are of the same moment */
  abstract since(account: AccountId, times: readonly number[]): Promise<Spent>;
}
