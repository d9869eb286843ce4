import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../kernel/unit-of-work.js';
import { Trades } from '../../billing/index.js';
import { Registrations } from '../../identity/index.js';
import { type Period, periodOf } from '../domain/calendar.js';
import { type Figures, NO_FIGURES, sum } from '../domain/figures.js';
import { ALL_COUNTRIES } from '../domain/period-counter.js';
import { CountProducts } from './count-products.js';
import { CountPurchases } from './count-purchases.js';
import { CountUsers } from './count-users.js';
import { StatisticSources } from './ports/statistic-sources.js';
import { Statistics } from './ports/statistics.js';

export type RebuildStep = 'users' | 'purchases' | 'days' | 'weeks and months';
export type OnRebuildProgress = (step: RebuildStep, done: number, of: number) => void;

export interface Rebuilt {
  /** Users and purchases that were not counted, or counted otherwise. */
  readonly facts: number;
  /** Days, weeks and months in all, and those whose figures were not what their records add up to. */
  readonly periods: number;
  readonly corrected: number;
}

const FACTS_AT_ONCE = 200;

/**
 * Makes the statistics anew from what they count, beside the running service: each period is held only while it is
 * summed up, and what happens meanwhile is counted before or after, once.
 */
@Injectable()
export class RebuildStatistics {
  constructor(
    private readonly registrations: Registrations,
    private readonly trades: Trades,
    private readonly countUsers: CountUsers,
    private readonly countPurchases: CountPurchases,
    private readonly countProducts: CountProducts,
    private readonly records: StatisticSources,
    private readonly statistics: Statistics,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  async execute(onProgress: OnRebuildProgress = () => undefined): Promise<Rebuilt> {
    const users = await this.recount(
      await this.registrations.count(),
      async (last) => (await this.registrations.listAfter(last, FACTS_AT_ONCE)).map(({ userId }) => userId),
      (userIds) => this.countUsers.execute(userIds),
      (done, of) => onProgress('users', done, of),
    );
    const purchases = await this.recount(
      await this.trades.count(),
      async (last) => (await this.trades.listAfter(last, FACTS_AT_ONCE)).map(({ purchaseId }) => purchaseId),
      (purchaseIds) => this.countPurchases.execute(purchaseIds),
      (done, of) => onProgress('purchases', done, of),
    );
    const products = [...(await this.countProducts.byDay()).keys()];
    const days = [...new Set([...(await this.records.days()), ...products])].toSorted();
    const longer = [...new Map(days.flatMap(weekAndMonth).map((period) => [`${period.span} ${period.start}`, period])).values()];

    let corrected = 0;
    for (const [index, day] of days.entries()) {
      if (await this.replace(periodOf('day', day), () => this.sumOfDay(day))) corrected++;
      onProgress('days', index + 1, days.length);
    }
    for (const [index, period] of longer.entries()) {
      if (await this.replace(period, () => this.records.sumOfPeriod(period))) corrected++;
      onProgress('weeks and months', index + 1, longer.length);
    }
    return { facts: users + purchases, periods: days.length + longer.length, corrected };
  }

  /** Tells all facts of a kind once more to whoever counts them. Returns how many were news. */
  private async recount(
    of: number,
    listAfter: (last: string) => Promise<string[]>,
    count: (ids: readonly string[]) => Promise<number>,
    onProgress: (done: number, of: number) => void,
  ): Promise<number> {
    let news = 0;
    let done = 0;
    for (let ids = await listAfter(''); ids.length > 0; ids = await listAfter(ids.at(-1)!)) {
      news += await count(ids);
      done += ids.length;
      onProgress(done, Math.max(of, done));
    }
    return news;
  }

  private replace(period: Period, sumUp: () => Promise<ReadonlyMap<string, Figures>>): Promise<boolean> {
    return this.unitOfWork.run(async () => {
      await this.statistics.lock([period]);
      return this.statistics.replace(period, await sumUp());
    });
  }

  private async sumOfDay(day: string): Promise<Map<string, Figures>> {
    const countries = await this.records.sumOfDay(day);
    const newProducts = (await this.countProducts.byDay()).get(day) ?? 0;
    const all = [...countries.values()].reduce((one, other) => sum(one, other), { ...NO_FIGURES, newProducts });
    return countries.set(ALL_COUNTRIES, all);
  }
}

function weekAndMonth(day: string): Period[] {
  return [periodOf('week', day), periodOf('month', day)];
}
