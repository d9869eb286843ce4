import type { OldestWork } from '../../platform/queue/overdue-monitor.js';
import type { ProviderRecord } from '../providers/index.js';
import { presentProvider } from '../providers/providers.presenters.js';
import { presentCounted } from './analytics.presenters.js';
import type { Dashboard } from './application/show-dashboard.js';
import type { PeriodFigures } from './domain/period-counter.js';

interface ShownDashboard extends Dashboard {
  readonly providers: readonly ProviderRecord[];
  readonly waiting: readonly OldestWork[];
}

export function presentDashboard({ span, latest, before, providers, waiting }: ShownDashboard) {
  return {
    span,
    totals: presentCounted(latest.totals),
    totals_before: presentCounted(before.totals),
    periods: latest.periods.map(presentPeriod),
    periods_before: before.periods.map(presentPeriod),
    providers: providers.map(presentProvider),
    queues: waiting.map(presentWaiting),
  };
}

function presentPeriod({ start, figures }: PeriodFigures) {
  return { cxdate: start, ...presentCounted(figures) };
}

function presentWaiting({ kind, ageMs, boundMs }: OldestWork) {
  return {
    kind,
    waiting_seconds: Math.round(ageMs / 1_000),
    bound_seconds: boundMs / 1_000,
    overdue: ageMs > boundMs,
  };
}
