import { toNaira } from '../../kernel/money.js';
import type { OldestWork } from '../../platform/queue/overdue-monitor.js';
import type { ProviderRecord } from '../providers/index.js';
import { presentProvider } from '../providers/providers.presenters.js';
import { presentCounted } from './analytics.presenters.js';
import type { Dashboard } from './application/show-dashboard.js';
import type { Earnings } from './application/show-earnings.js';
import type { PeriodFigures } from './domain/period-counter.js';

interface ShownDashboard extends Dashboard {
  readonly providers: readonly ProviderRecord[];
  readonly waiting: readonly OldestWork[];
}

export function presentDashboard({ span, latest, before, earned, earnedBefore, providers, waiting }: ShownDashboard) {
  return {
    span,
    totals: presentCounted(latest.totals),
    totals_before: presentCounted(before.totals),
    earned: presentEarnings(earned),
    earned_before: presentEarnings(earnedBefore),
    periods: latest.periods.map(presentPeriod),
    periods_before: before.periods.map(presentPeriod),
    providers: providers.map(presentProvider),
    queues: waiting.map(presentWaiting),
  };
}

function presentEarnings({ feesKobo, costsKobo, netKobo, topUpsKobo, vatKobo, dutiesKobo }: Earnings) {
  return {
    fees: toNaira(feesKobo),
    costs: toNaira(costsKobo),
    net: toNaira(netKobo),
    top_ups: toNaira(topUpsKobo),
    vat: toNaira(vatKobo),
    duty: toNaira(dutiesKobo),
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
