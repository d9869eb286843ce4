import { Injectable } from '@nestjs/common';
import type { Caller } from '../../kernel/caller.js';
import { Failure, type FailureDefinition } from '../../kernel/failure.js';
import { NoInput } from '../../platform/http/input.decorators.js';
import { on, Operation } from '../../platform/http/operation.decorator.js';
import { listOf, pageOf } from '../../platform/http/presenting.js';
import { PageInput, type Statistic, StatisticInput, DashboardInput } from './analytics.operations.js';
import { type FoundStatistic, presentDay, presentStatistic, presentWeek, presentDashboard } from './analytics.presenters.js';
import { ReadStatistics, analyticsFailures } from './statistics.js';
import { OverdueMonitor } from '../../platform/queue/overdue-monitor.js';
import { Providers } from '../providers/index.js';
import { ShowDashboard } from './dashboard.js';

const ROWS_PER_PAGE = 15;

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
    present: presentStatistic,
    summary: 'Statistics of one kind; each kind has a permission of its own.',
  })
  async fetch({ rqtp, page }: StatisticInput, { grants }: Caller): Promise<FoundStatistic> {
    if (!grants?.has(PERMISSIONS[rqtp])) throw new Failure(analyticsFailures.lacking_permission);
    switch (rqtp) {
      case 'monthly_stats':
        return { kind: rqtp, periods: notEmpty(await this.statistics.months(), analyticsFailures.no_data) };
      case 'trade_country':
        return { kind: rqtp, periods: notEmpty(await this.statistics.tradeByCountry(), analyticsFailures.no_data) };
      case 'active_users':
      case 'trade_volume':
      case 'new_users':
        return { kind: rqtp, compared: await this.statistics.thisMonth() };
      case 'weekly_stats': {
        const weeks = await this.statistics.listWeeksOfCountries({ before: page, size: ROWS_PER_PAGE });
        notEmpty(weeks.items, analyticsFailures.no_data);
        return { kind: rqtp, weeks };
      }
      case 'active_order':
        return { kind: rqtp, open: await this.statistics.openOrders() };
    }
  }

  @Operation('tp_daily_statistics', {
    method: 'GET',
    access: 'admin',
    permission: 'StatsControl.transacStat',
    unauthenticated: { code: 401, details: 'Access Denied' },
    failures: [on(analyticsFailures.no_record, { code: 403 })],
    present: pageOf(presentDay),
    summary: 'The figures of each day, newest first.',
  })
  async days({ page }: PageInput) {
    const days = await this.statistics.listDays({ before: page, size: ROWS_PER_PAGE });
    notEmpty(days.items, analyticsFailures.no_record);
    return days;
  }

  @Operation('app_weekly_statistics_latest', {
    method: 'GET',
    access: 'admin',
    permission: 'StatsControl.transacStat',
    unauthenticated: { code: 401 },
    failures: [on(analyticsFailures.no_record, { code: null })],
    present: listOf(presentWeek),
    summary: 'The figures of the latest four weeks, each with those of the week before it.',
  })
  async weeks(_: NoInput) {
    return notEmpty(await this.statistics.weeks(), analyticsFailures.no_record);
  }
}

function notEmpty<Item>(items: readonly Item[], none: FailureDefinition): readonly Item[] {
  if (items.length === 0) throw new Failure(none);
  return items;
}

const SEES_PROVIDERS = 'offerControl.viewDetails';
const SEES_QUEUES = 'otherControl.otherAccess';

@Injectable()
export class DashboardOperations {
  constructor(
    private readonly showDashboard: ShowDashboard,
    private readonly providers: Providers,
    private readonly overdueMonitor: OverdueMonitor,
  ) {}

  @Operation('control_dashboard_fetch', {
    method: 'GET',
    access: 'admin',
    permission: 'StatsControl.transacStat',
    missing: 400,
    present: presentDashboard,
    summary:
      'The figures of the last 30 days, 12 weeks or 12 months, and of as many before, with what was earned: fees and commissions less what providers and banks kept. How providers fare and how long work waits are added for those who may see providers and system logs.',
  })
  async fetch({ rqtp: span }: DashboardInput, { grants }: Caller) {
    const [dashboard, providers, waiting] = await Promise.all([
      this.showDashboard.execute(span),
      grants?.has(SEES_PROVIDERS) ? this.providers.list() : [],
      grants?.has(SEES_QUEUES) ? this.overdueMonitor.waiting() : [],
    ]);
    return { ...dashboard, providers, waiting };
  }
}
