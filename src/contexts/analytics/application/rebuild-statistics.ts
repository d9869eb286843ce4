import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../kernel/unit-of-work.js';
import { PurchaseSummaries } from '../../purchases/index.js';
import { Registrations } from '../../sign-in/index.js';
import { type Period, periodOf } from '../domain/calendar.js';
import { type Figures, ZERO_FIGURES, sum } from '../domain/figures.js';
import { ALL_COUNTRIES } from '../domain/period-counter.js';
import { CountProducts } from './count-products.js';
import { CountPurchases } from './count-purchases.js';
import { CountUsers } from './count-users.js';
import { Statistics, StatisticSources } from './ports.js';

export type RebuildStep = 'users' | 'purchases' | 'days' | 'weeks and months';
export type OnRebuildProgress = (step: RebuildStep, done: number, of: number) => void;

export interface RebuildResult {
  readonly records: number;
  readonly periods: number;
  readonly corrected: number;
}

const BATCH_SIZE = 200;

/**
 * Rebuilds the statistics from their source records while the service runs: each period is locked only while it is
 * summed, and concurrent events are counted once, before or after.
 */
@Injectable()
export class RebuildStatistics {
  constructor(
    private readonly registrations: Registrations,
    private readonly summaries: PurchaseSummaries,
    private readonly countUsers: CountUsers,
    private readonly countPurchases: CountPurchases,
    private readonly countProducts: CountProducts,
    private readonly records: StatisticSources,
    private readonly statistics: Statistics,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  async execute(onProgress: OnRebuildProgress = () => undefined): Promise<RebuildResult> {
    const users = await this.recount(
      await this.registrations.count(),
      async (last) => (await this.registrations.listAfter(last, BATCH_SIZE)).map(({ userId }) => userId),
      (userIds) => this.countUsers.execute(userIds),
      (done, of) => onProgress('users', done, of),
    );
    const purchases = await this.recount(
      await this.summaries.count(),
      async (last) => (await this.summaries.listAfter(last, BATCH_SIZE)).map(({ purchaseId }) => purchaseId),
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
    return { records: users + purchases, periods: days.length + longer.length, corrected };
  }

  /** Passes all records of a kind to their counter again. Returns how many counts changed. */
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
    const all = [...countries.values()].reduce((one, other) => sum(one, other), { ...ZERO_FIGURES, newProducts });
    return countries.set(ALL_COUNTRIES, all);
  }
}

function weekAndMonth(day: string): Period[] {
  return [periodOf('week', day), periodOf('month', day)];
}
