import { toSeconds } from '../../kernel/clock.js';
import { kobo, toDecimal, toNaira } from '../../kernel/money.js';
import type { Page } from '../../kernel/pagination.js';
import type { ListKeys } from '../../platform/http/list-keys.js';
import { pageOf } from '../../platform/http/presenting.js';
import { countryName } from '../location/index.js';
import { type RecordedFigures, type Compared, type ComparedWeek, startMs, endMs, type PeriodFigures } from './statistics.js';
import type { AdView, Visit } from './visits.js';
import type { OldestWork } from '../../platform/queue/overdue-monitor.js';
import type { ProviderRecord } from '../providers/index.js';
import { presentProvider } from '../providers/providers.presenters.js';
import type { Dashboard, Earnings } from './dashboard.js';

export function presentAdView(view: AdView) {
  return {
    marker: view.id,
    adsxid: view.adId,
    city: view.city,
    country: view.country,
    dvname: view.deviceName,
    dvtype: view.deviceType,
    dvserial: view.deviceSerial,
    source_id: view.sourceId,
    recorded: String(view.createdAt),
  };
}

export const VISIT_KEYS: ListKeys<Visit> = {
  sorts: {
    recorded: ({ createdAt }) => createdAt,
    country: ({ country, region, city }) => `${country} ${region} ${city}`,
    city: ({ city }) => city,
    ipaddx: ({ ip }) => ip,
    dvname: ({ deviceName }) => deviceName,
  },
};

export function presentVisit(visit: Visit) {
  return {
    marker: visit.id,
    city: visit.city,
    cntiso: visit.countryCode,
    region: visit.region,
    country: visit.country,
    dvname: visit.deviceName,
    dvtype: visit.deviceType,
    ipaddx: visit.ip,
    logDate: visit.day,
    dvserial: visit.deviceSerial,
    recorded: String(visit.createdAt),
  };
}

function presentMonth({ figures, ...period }: PeriodFigures) {
  return {
    marker: markerOf(period),
    newUsers: String(figures.newUsers),
    newVistor: String(figures.newVisitors),
    activUser: String(figures.activeUsers),
    tradVolum: naira(figures.volumeKobo),
    recorded: String(startMs(period)),
  };
}

function presentActiveUsers({ current, previous }: Compared) {
  return {
    activUser: String(current.activeUsers),
    newVistor: String(current.newVisitors),
    pvactivUser: String(previous.activeUsers),
  };
}

function presentTradeVolume({ current, previous }: Compared) {
  return {
    tradCount: String(current.purchases),
    tradVolum: naira(current.volumeKobo),
    pvTradVolum: naira(previous.volumeKobo),
  };
}

function presentNewUsers({ current, previous }: Compared) {
  return { newUsers: String(current.newUsers), pvnewUsers: String(previous.newUsers) };
}

function presentTradeCountry({ figures, ...period }: PeriodFigures) {
  return { marker: markerOf(period), ...country(period), tradVolum: naira(figures.volumeKobo) };
}

function presentCountryWeek({ figures, createdAt, ...period }: RecordedFigures) {
  return {
    marker: markerOf(period),
    ...country(period),
    newUsers: figures.newUsers,
    newVistor: figures.newVisitors,
    activUser: figures.activeUsers,
    tradCount: figures.purchases,
    tradCompt: figures.completed,
    tradVolum: toNaira(kobo(figures.volumeKobo)),
    mobilephn: figures.mobiles,
    computers: figures.computers,
    perxStart: String(toSeconds(startMs(period))),
    perxEnds: String(lastSecond(period)),
    recorded: String(createdAt),
  };
}

export function presentDay({ figures, createdAt, ...period }: RecordedFigures) {
  return { marker: markerOf(period), cxdate: period.start, ...presentCounted(figures), recorded: String(createdAt) };
}

export function presentWeek({ figures, previous, ...period }: ComparedWeek) {
  return {
    marker: markerOf(period),
    ...presentCounted(figures),
    pvNewUsers: previous.newUsers,
    pvActiveUsers: previous.activeUsers,
    pvTradeVolume: toNaira(kobo(previous.volumeKobo)),
    pvTradeCounter: previous.purchases,
    pvTradeSuccess: previous.completed,
    pvTradeRevenue: toNaira(kobo(previous.revenueKobo)),
    perxStart: toSeconds(startMs(period)),
    perxEnds: lastSecond(period),
    recorded: String(startMs(period)),
  };
}

interface OpenOrders {
  readonly deposits: number;
  readonly purchases: number;
}

function presentOpenOrders({ deposits, purchases }: OpenOrders) {
  return { deposits, transactions: purchases };
}

export type FoundStatistic =
  | { readonly kind: 'monthly_stats' | 'trade_country'; readonly periods: readonly PeriodFigures[] }
  | { readonly kind: 'active_users' | 'trade_volume' | 'new_users'; readonly compared: Compared }
  | { readonly kind: 'weekly_stats'; readonly weeks: Page<RecordedFigures> }
  | { readonly kind: 'active_order'; readonly open: OpenOrders };

const presentCountryWeeks = pageOf(presentCountryWeek);

export function presentStatistic(found: FoundStatistic) {
  switch (found.kind) {
    case 'monthly_stats':
      return found.periods.map(presentMonth);
    case 'trade_country':
      return found.periods.map(presentTradeCountry);
    case 'active_users':
      return presentActiveUsers(found.compared);
    case 'trade_volume':
      return presentTradeVolume(found.compared);
    case 'new_users':
      return presentNewUsers(found.compared);
    case 'weekly_stats':
      return presentCountryWeeks(found.weeks);
    case 'active_order':
      return presentOpenOrders(found.open);
  }
}

type Named = Omit<PeriodFigures, 'figures'>;

export function presentCounted(figures: PeriodFigures['figures']) {
  return {
    newUsers: figures.newUsers,
    newVistor: figures.newVisitors,
    activeUsers: figures.activeUsers,
    newProducts: figures.newProducts,
    tradeCounter: figures.purchases,
    tradeSuccess: figures.completed,
    tradeVolume: toNaira(kobo(figures.volumeKobo)),
    tradeRevenue: toNaira(kobo(figures.revenueKobo)),
    mobileApp: figures.mobiles,
    computers: figures.computers,
  };
}

function country({ country: isocode }: Named) {
  // Empty, because a picture on another host would tell that host who looks at the figures.
  return { flag: '', isocode, country: countryName(isocode) };
}

function markerOf({ span, start, country: code }: Named): string {
  return `${span}-${start}-${code}`;
}

function lastSecond(period: Named): number {
  return toSeconds(endMs(period)) - 1;
}

function naira(amountKobo: number): string {
  return toDecimal(kobo(amountKobo));
}

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
