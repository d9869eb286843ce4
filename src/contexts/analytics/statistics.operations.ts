import { Injectable } from '@nestjs/common';
import type { Caller } from '../../kernel/caller.js';
import { Failure, type FailureDefinition } from '../../kernel/failure.js';
import type { Page } from '../../kernel/pagination.js';
import { NoInput } from '../../platform/http/input.decorators.js';
import { on, Operation } from '../../platform/http/operation.decorator.js';
import { PageInput, type Statistic, StatisticInput } from './analytics.inputs.js';
import {
  presentActiveUsers,
  presentCountryWeek,
  presentDay,
  presentMonth,
  presentNewUsers,
  presentOpenOrders,
  presentTradeCountry,
  presentTradeVolume,
  presentWeek,
} from './analytics.presenters.js';
import { ReadStatistics } from './application/read-statistics.js';
import { analyticsFailures } from './domain/analytics.failures.js';

const ROWS_PER_PAGE = 15;

/** What staff need to see each kind of statistics. */
const PERMISSIONS: Readonly<Record<Statistic, string>> = {
  monthly_stats: 'StatsControl.transacStat',
  weekly_stats: 'StatsControl.transacStat',
  active_users: 'StatsControl.activeUsers',
  trade_volume: 'StatsControl.transaction',
  new_users: 'StatsControl.newUserStat',
  trade_country: 'StatsControl.tradCounter',
  active_order: 'StatsControl.activeOrder',
};

@Injectable()
export class StatisticsOperations {
  constructor(private readonly statistics: ReadStatistics) {}

  @Operation('control_statistic_data_fetch', {
    method: 'GET',
    access: 'admin',
    permission: null,
    missing: 400,
    unauthenticated: { code: 401, details: 'Access Denied' },
    forbidden: { code: 403 },
    failures: [on(analyticsFailures.no_data, { code: 400 }), on(analyticsFailures.lacking_permission, { code: 400 })],
    fault: { code: 400 },
    summary: 'Statistics of one kind; each kind has a permission of its own.',
  })
  async fetch({ rqtp, page }: StatisticInput, { grants }: Caller) {
    if (!grants?.has(PERMISSIONS[rqtp])) throw new Failure(analyticsFailures.lacking_permission);
    switch (rqtp) {
      case 'monthly_stats':
        return present(await this.statistics.months(), presentMonth);
      case 'active_users':
        return presentActiveUsers(await this.statistics.thisMonth());
      case 'trade_volume':
        return presentTradeVolume(await this.statistics.thisMonth());
      case 'new_users':
        return presentNewUsers(await this.statistics.thisMonth());
      case 'trade_country':
        return present(await this.statistics.tradeByCountry(), presentTradeCountry);
      case 'weekly_stats':
        return presentPage(
          await this.statistics.listWeeksOfCountries({ before: page, size: ROWS_PER_PAGE }),
          presentCountryWeek,
          analyticsFailures.no_data,
        );
      case 'active_order':
        return presentOpenOrders(await this.statistics.openOrders());
    }
  }

  @Operation('tp_daily_statistics', {
    method: 'GET',
    access: 'admin',
    permission: 'StatsControl.transacStat',
    unauthenticated: { code: 401, details: 'Access Denied' },
    failures: [on(analyticsFailures.no_record, { code: 403 })],
    summary: 'The figures of each day, newest first.',
  })
  async days({ page }: PageInput) {
    const days = await this.statistics.listDays({ before: page, size: ROWS_PER_PAGE });
    return presentPage(days, presentDay, analyticsFailures.no_record);
  }

  @Operation('app_weekly_statistics_latest', {
    method: 'GET',
    access: 'admin',
    permission: 'StatsControl.transacStat',
    unauthenticated: { code: 401 },
    failures: [on(analyticsFailures.no_record, { code: null })],
    summary: 'The figures of the latest four weeks, each with those of the week before it.',
  })
  async weeks(_: NoInput) {
    return present(await this.statistics.weeks(), presentWeek, analyticsFailures.no_record);
  }
}

function present<Item, Shown>(
  items: readonly Item[],
  show: (item: Item) => Shown,
  none: FailureDefinition = analyticsFailures.no_data,
): Shown[] {
  if (items.length === 0) throw new Failure(none);
  return items.map(show);
}

function presentPage<Item, Shown>({ items, next }: Page<Item>, show: (item: Item) => Shown, none: FailureDefinition) {
  return { result: present(items, show, none), pagination: next === undefined ? '' : String(next) };
}
