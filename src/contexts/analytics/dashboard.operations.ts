import { Injectable } from '@nestjs/common';
import type { Caller } from '../../kernel/caller.js';
import { Operation } from '../../platform/http/operation.decorator.js';
import { OverdueMonitor } from '../../platform/queue/overdue-monitor.js';
import { Providers } from '../providers/index.js';
import { DashboardInput } from './analytics.inputs.js';
import { presentDashboard } from './dashboard.presenters.js';
import { ShowDashboard } from './application/show-dashboard.js';

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
