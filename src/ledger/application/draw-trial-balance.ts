import { Injectable } from '@nestjs/common';
import { kobo } from '../../kernel/money.js';
import { type TrialBalance, trialBalanceOf } from '../domain/trial-balance.js';
import { LedgerBalances, WalletBalances } from './ports.js';

@Injectable()
export class DrawTrialBalance {
  constructor(
    private readonly balances: LedgerBalances,
    private readonly wallets: WalletBalances,
  ) {}

  /** @param at inclusive; undefined: now. A past one reads every wallet. */
  async execute(at: number | undefined): Promise<TrialBalance> {
    if (at === undefined) {
      const { accounts, walletsKobo } = await this.balances.current();
      return trialBalanceOf(accounts, walletsKobo);
    }
    let walletsKobo = 0;
    for await (const portion of this.wallets.before(at + 1))
      walletsKobo = portion.reduce((sum, { balanceKobo }) => sum + balanceKobo, walletsKobo);
    return trialBalanceOf(await this.balances.balances(at), kobo(walletsKobo));
  }
}
