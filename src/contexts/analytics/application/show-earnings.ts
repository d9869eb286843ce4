import { Injectable } from '@nestjs/common';
import { kobo, type Kobo, sumKobo } from '../../../kernel/money.js';
import { DUTIES_ACCOUNT, FEES_ACCOUNT, isCostsAccount, LedgerBalances, VAT_ACCOUNT } from '../../../ledger/index.js';
import { Settlements } from '../../settlements/index.js';

/** What the books say of a time. */
export interface Earnings {
  /** Fees, surcharges and commissions, less what was given back. */
  readonly feesKobo: Kobo;
  /** What providers and banks kept. */
  readonly costsKobo: Kobo;
  readonly netKobo: Kobo;
  /** Paid into floats with providers. */
  readonly topUpsKobo: Kobo;
  /** Charged, less what was given back. */
  readonly vatKobo: Kobo;
  readonly dutiesKobo: Kobo;
}

type Balances = ReadonlyMap<string, number>;

/** What is left of fees once providers are paid, with what moves no profit beside it. */
@Injectable()
export class ShowEarnings {
  constructor(
    private readonly ledger: LedgerBalances,
    private readonly settlements: Settlements,
  ) {}

  /** Between each time (unix ms) and the one behind it. */
  async execute(times: readonly number[]): Promise<Earnings[]> {
    const balances = await Promise.all(times.map((time) => this.before(time)));
    return Promise.all(
      times.slice(1).map((to, index) => this.between(times[index]!, to, balances[index]!, balances[index + 1]!)),
    );
  }

  private async between(from: number, to: number, first: Balances, last: Balances): Promise<Earnings> {
    const settled = await this.settlements.sums(from, to);
    const grownBy = (isCounted: (account: string) => boolean) => Number(sumOf(last, isCounted) - sumOf(first, isCounted));
    const charged = (tax: string) => kobo(grownBy((account) => account === tax) + (settled.get(`remittance ${tax}`) ?? 0));
    const feesKobo = kobo(grownBy((account) => account === FEES_ACCOUNT));
    const costsKobo = kobo(0 - grownBy(isCostsAccount));
    const topUps = [...settled].filter(([name]) => name.startsWith('float_topup '));
    return {
      feesKobo,
      costsKobo,
      netKobo: kobo(feesKobo - costsKobo),
      topUpsKobo: kobo(topUps.reduce((sum, [, amountKobo]) => sum + amountKobo, 0)),
      vatKobo: charged(VAT_ACCOUNT),
      dutiesKobo: charged(DUTIES_ACCOUNT),
    };
  }

  private async before(time: number): Promise<Balances> {
    const balances = await this.ledger.balances(time - 1);
    return new Map(balances.map(({ account, balanceKobo }) => [account, balanceKobo]));
  }
}

function sumOf(balances: Balances, isCounted: (account: string) => boolean): bigint {
  return sumKobo([...balances].map(([account, balanceKobo]) => (isCounted(account) ? balanceKobo : 0)));
}
