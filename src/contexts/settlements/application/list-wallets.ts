import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { Failure } from '../../../kernel/failure.js';
import { addDays, lagosMidnight } from '../../../kernel/lagos-time.js';
import { WalletBalances } from '../../../ledger/index.js';
import type { ListedWallet } from '../domain/safeguarding-list.js';
import { settlementFailures } from '../domain/settlements.failures.js';
import { LeafSalts } from './ports.js';

/** The wallets of all users with what they held at the end of a day, in the order of their ids. */
@Injectable()
export class ListWallets {
  constructor(
    private readonly wallets: WalletBalances,
    private readonly salts: LeafSalts,
    private readonly clock: Clock,
  ) {}

  /** @throws Failure `settlements.day_not_over` */
  async *execute(day: string): AsyncIterable<ListedWallet> {
    const end = lagosMidnight(addDays(day, 1));
    if (end > this.clock.now()) throw new Failure(settlementFailures.day_not_over);
    for await (const portion of this.wallets.before(end))
      for (const { account: user, balanceKobo } of portion) yield { user, balanceKobo, salt: this.salts.of(day, user) };
  }
}
