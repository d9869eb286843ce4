import { Injectable } from '@nestjs/common';
import { lagosDate } from '../../kernel/lagos-time.js';
import { Contributions, Registry } from '../../kernel/registry.js';
import { StaffAccounts } from '../../kernel/staff-roles.js';
import { UnitOfWork } from '../../kernel/unit-of-work.js';
import { LoginRecords, Registrations } from '../sign-in/index.js';
import { IpGeolocation, UNKNOWN_COUNTRY } from '../location/index.js';
import {
  periodOf,
  PeriodCounter,
  Statistics,
  type CountedUser,
  periodsOf,
  ALL_COUNTRIES,
  difference,
  isEqual,
  ZERO_FIGURES,
  sum,
  type CountedPurchase,
  type Period,
  type Figures,
  StatisticSources,
} from './statistics.js';
import { CatalogueEntries } from '../catalogue/index.js';
import { type PurchaseSummary, PurchaseSummaries } from '../purchases/index.js';

/** Staff are no customers. */
@Injectable()
export class Customers extends Registry<StaffAccounts> {
  constructor(contributions: Contributions) {
    super(contributions, StaffAccounts, 'one');
  }

  async among(userIds: readonly string[]): Promise<string[]> {
    if (userIds.length === 0) return [];
    const staff = await this.entry.among(userIds);
    return userIds.filter((userId) => !staff.has(userId));
  }
}

/** Counts each customer once, on the day and in the country of the first login; later activity counts for that country too. */
@Injectable()
export class CountUsers {
  constructor(
    private readonly registrations: Registrations,
    private readonly customers: Customers,
    private readonly logins: LoginRecords,
    private readonly geolocation: IpGeolocation,
    private readonly statistics: Statistics,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Returns how many users were not counted yet. Call it outside of a unit of work. */
  async execute(userIds: readonly string[]): Promise<number> {
    const known = await this.statistics.users(userIds);
    const missing = await this.customers.among([...new Set(userIds)].filter((userId) => !known.has(userId)));
    const found = missing.length === 0 ? [] : await this.locate(missing);
    if (found.length === 0) return 0;
    return this.unitOfWork.run(async () => {
      await this.statistics.lock(found.map(({ day }) => periodOf('day', day)));
      const counted = await this.statistics.users(missing);
      const fresh = found.filter(({ userId }) => !counted.has(userId));
      const tally = new PeriodCounter();
      for (const { day, country } of fresh) tally.addToDay(day, country, { newUsers: 1 });
      await this.statistics.addUsers(fresh);
      await this.statistics.add(tally);
      return fresh.length;
    });
  }

  private async locate(userIds: readonly string[]): Promise<CountedUser[]> {
    const registrations = await this.registrations.find(userIds);
    const logins = await this.logins.firstOf(userIds);
    const users: CountedUser[] = [];
    for (const { userId, createdAt } of registrations) {
      const ip = logins.get(userId)?.ip;
      const place = ip === undefined ? undefined : await this.geolocation.find(ip);
      users.push({ userId, day: lagosDate(createdAt), country: place?.countryCode ?? UNKNOWN_COUNTRY });
    }
    return users;
  }
}

/** Counts new catalogue items by day. Items have no country. */
@Injectable()
export class CountProducts {
  constructor(
    private readonly catalogue: CatalogueEntries,
    private readonly statistics: Statistics,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Sets the statistics to the catalogue's figures. */
  async execute(): Promise<void> {
    const added = await this.byDay();
    const counted = await this.statistics.find([...added.keys()].map((day) => periodOf('day', day)));
    const known = new Map(counted.map(({ start, figures }) => [start, figures.newProducts]));
    for (const [day, items] of added) if (known.get(day) !== items) await this.count(day);
  }

  async byDay(): Promise<Map<string, number>> {
    const days = new Map<string, number>();
    for (const { createdAt, items } of await this.catalogue.itemsAdded()) {
      const day = lagosDate(createdAt);
      days.set(day, (days.get(day) ?? 0) + items);
    }
    return days;
  }

  private count(day: string): Promise<void> {
    return this.unitOfWork.run(async () => {
      const today = periodOf('day', day);
      await this.statistics.lock([today]);
      const added = (await this.byDay()).get(day) ?? 0;
      const [counted] = await this.statistics.find([today]);
      const tally = new PeriodCounter();
      const newProducts = added - (counted?.figures.newProducts ?? 0);
      for (const period of periodsOf(day)) tally.add(period, ALL_COUNTRIES, { newProducts });
      await this.statistics.add(tally);
    });
  }
}

export interface Activity {
  readonly userId: string;
  readonly day: string;
}

/** Counts each active customer once for a day, a week and a month; test accounts are never counted as users. */
@Injectable()
export class MarkActive {
  constructor(
    private readonly countUsers: CountUsers,
    private readonly customers: Customers,
    private readonly statistics: Statistics,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  async execute(activities: readonly Activity[]): Promise<void> {
    const userIds = await this.customers.among([...new Set(activities.map(({ userId }) => userId))]);
    if (userIds.length === 0) return;
    const days = [...new Set(activities.map(({ day }) => day))];
    await this.countUsers.execute(userIds);
    await this.unitOfWork.run(async () => {
      await this.statistics.lock(days.flatMap(periodsOf));
      const users = await this.statistics.users(userIds);
      const tally = new PeriodCounter();
      for (const day of days) {
        const ofDay = activities.filter((activity) => activity.day === day && users.has(activity.userId));
        const present = new Set(ofDay.map(({ userId }) => userId));
        for (const period of periodsOf(day)) {
          const known = await this.statistics.activeUsers(period, [...present]);
          const fresh = [...present].filter((userId) => !known.has(userId));
          for (const userId of fresh) tally.add(period, users.get(userId)?.country ?? UNKNOWN_COUNTRY, { activeUsers: 1 });
          await this.statistics.addActiveUsers(period, fresh);
        }
      }
      await this.statistics.add(tally);
    });
  }
}

/** Counts purchases by their current state, so that journals may be consumed again. */
@Injectable()
export class CountPurchases {
  constructor(
    private readonly summaries: PurchaseSummaries,
    private readonly countUsers: CountUsers,
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
      const users = await this.statistics.users(buyers);
      const before = await this.statistics.purchases(purchaseIds);
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
      await this.statistics.savePurchases(changed);
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
