import { Injectable } from '@nestjs/common';
import { addDays, lagosMidnight } from '../../../kernel/lagos-time.js';
import { type AccountRange, WalletBalances } from '../../../ledger/index.js';
import type { ListedWallet } from './safeguarding-list.js';
import { LeafSalts } from './ports.js';

/** The wallets of all users with what they held at the end of a day, in the order of their ids. */
@Injectable()
export class ListWallets {
  constructor(
    private readonly wallets: WalletBalances,
    private readonly salts: LeafSalts,
  ) {}

  /** @param day that is over, `YYYY-MM-DD`. @param within all where it is left out */
  async *execute(day: string, within?: AccountRange): AsyncIterable<ListedWallet> {
    const end = lagosMidnight(addDays(day, 1));
    for await (const portion of this.wallets.before(end, within))
      for (const { account: user, balanceKobo } of portion) yield { user, balanceKobo, salt: this.salts.of(day, user) };
  }
}
