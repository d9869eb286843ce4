import { Injectable } from '@nestjs/common';
import { kobo, type Kobo, sumKobo } from '../../kernel/money.js';
import { DUTIES_ACCOUNT, FEES_ACCOUNT, isCostsAccount, LedgerBalances, VAT_ACCOUNT } from '../../ledger/index.js';
import { Settlements } from '../settlements/index.js';
import { Clock } from '../../kernel/clock.js';
import { lagosDate } from '../../kernel/lagos-time.js';
import {
  latest,
  type Period,
  periodOf,
  type Span,
  startMs,
  type Figures,
  sum,
  ZERO_FIGURES,
  ALL_COUNTRIES,
  type PeriodFigures,
  Statistics,
} from './statistics.js';

/** The books of a period. */
export interface Earnings {
  /** Fees, surcharges and commissions, less refunds. */
  readonly feesKobo: Kobo;
  /** Kept by providers and banks. */
  readonly costsKobo: Kobo;
  readonly netKobo: Kobo;
  /** Paid into floats with providers. */
  readonly topUpsKobo: Kobo;
  /** Charged, less refunds. */
  readonly vatKobo: Kobo;
  readonly dutiesKobo: Kobo;
}

type Balances = ReadonlyMap<string, number>;

/** Fees less the costs of providers, with movements that are no profit beside it. */
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

const PERIODS: Readonly<Record<Span, number>> = { day: 30, week: 12, month: 12 };

/** Periods in order of time, with their sums. */
export interface PeriodSeries {
  readonly periods: readonly PeriodFigures[];
  readonly totals: Figures;
}

/** The latest periods, the current one included, and as many before them. */
export interface Dashboard {
  readonly span: Span;
  readonly latest: PeriodSeries;
  readonly before: PeriodSeries;
  readonly earned: Earnings;
  readonly earnedBefore: Earnings;
}

/** How the service fares, from counters by primary key. */
@Injectable()
export class ShowDashboard {
  constructor(
    private readonly statistics: Statistics,
    private readonly showEarnings: ShowEarnings,
    private readonly clock: Clock,
  ) {}

  async execute(span: Span): Promise<Dashboard> {
    const count = PERIODS[span];
    const periods = latest(periodOf(span, lagosDate(this.clock.now())), 2 * count).toReversed();
    const begins = [periods[0]!, periods[count]!].map(startMs);
    const [earnedBefore, earned] = await this.showEarnings.execute([...begins, this.clock.now() + 1]);
    const found = new Map((await this.statistics.find(periods)).map((each) => [each.start, each.figures]));
    const figuresOf = (period: Period): PeriodFigures => ({
      ...period,
      country: ALL_COUNTRIES,
      figures: found.get(period.start) ?? ZERO_FIGURES,
    });
    return {
      span,
      latest: seriesOf(periods.slice(count).map(figuresOf)),
      before: seriesOf(periods.slice(0, count).map(figuresOf)),
      earned: earned!,
      earnedBefore: earnedBefore!,
    };
  }
}

function seriesOf(periods: readonly PeriodFigures[]): PeriodSeries {
  return { periods, totals: totalsOf(periods.map(({ figures }) => figures)) };
}

/** A user is active in many periods, so their average is all that can be said of them. */
function totalsOf(figures: readonly Figures[]): Figures {
  const totals = figures.reduce<Figures>(sum, ZERO_FIGURES);
  return { ...totals, activeUsers: Math.round(totals.activeUsers / figures.length) };
}
