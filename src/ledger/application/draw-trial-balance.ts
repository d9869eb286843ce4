import { Injectable } from '@nestjs/common';
import { sumKobo } from '../../kernel/money.js';
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
    let walletsKobo = 0n;
    for await (const portion of this.wallets.before(at + 1))
      walletsKobo += sumKobo(portion.map(({ balanceKobo }) => balanceKobo));
    return trialBalanceOf(await this.balances.balances(at), walletsKobo);
  }
}
