import { Injectable } from '@nestjs/common';
import { lagosDate } from '../../../kernel/lagos-time.js';
import { UnitOfWork } from '../../../kernel/unit-of-work.js';
import { type PurchaseSummary, PurchaseSummaries } from '../../purchases/index.js';
import { UNKNOWN_COUNTRY } from '../../location/index.js';
import { periodOf } from '../domain/calendar.js';
import { difference, isEqual, ZERO_FIGURES, sum } from '../domain/figures.js';
import { PeriodCounter } from '../domain/period-counter.js';
import { CountUsers } from './count-users.js';
import { type CountedPurchase, CountedRecords, Statistics } from './ports.js';

/** Counts purchases by their current state, so that journals may be consumed again. */
@Injectable()
export class CountPurchases {
  constructor(
    private readonly summaries: PurchaseSummaries,
    private readonly countUsers: CountUsers,
    private readonly counted: CountedRecords,
    private readonly statistics: Statistics,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Returns how many counts changed. Call it outside of a unit of work. */
  async execute(changedIds: readonly string[]): Promise<number> {
    return this.unitOfWork.run(await this.prepare(changedIds));
  }

  /** Call it outside of a unit of work, and the returned function in one. */
  async prepare(changedIds: readonly string[]): Promise<() => Promise<number>> {
    const purchaseIds = [...new Set(changedIds)];
    const summaries = await this.summaries.find(purchaseIds);
    if (summaries.length === 0) return () => Promise.resolve(0);
    const buyers = [...new Set(summaries.map(({ userId }) => userId))];
    await this.countUsers.execute(buyers);
    return async () => {
      await this.statistics.lock(summaries.map(({ createdAt }) => periodOf('day', lagosDate(createdAt))));
      const users = await this.counted.users(buyers);
      const before = await this.counted.purchases(purchaseIds);
      const tally = new PeriodCounter();
      const changed: CountedPurchase[] = [];
      // Read again under the lock: another process may have counted them meanwhile.
      for (const trade of await this.summaries.find(purchaseIds)) {
        const was = before.get(trade.purchaseId);
        const is = contribution(trade, was?.country ?? users.get(trade.userId)?.country ?? UNKNOWN_COUNTRY);
        const more = difference(sum(ZERO_FIGURES, is.figures), sum(ZERO_FIGURES, was?.figures ?? {}));
        if (isEqual(more, ZERO_FIGURES)) continue;
        tally.addToDay(is.day, is.country, more);
        changed.push(is);
      }
      await this.counted.savePurchases(changed);
      await this.statistics.add(tally);
      return changed.length;
    };
  }
}

function contribution(
  { purchaseId, status, amountKobo, revenueKobo, createdAt }: PurchaseSummary,
  country: string,
): CountedPurchase {
  const isCompleted = status === 'completed';
  return {
    purchaseId,
    day: lagosDate(createdAt),
    country,
    figures: {
      purchases: 1,
      completed: isCompleted ? 1 : 0,
      volumeKobo: isCompleted ? amountKobo : 0,
      revenueKobo: isCompleted ? revenueKobo : 0,
    },
  };
}
