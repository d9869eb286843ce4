import { failures } from '../../kernel/failure.js';
import { addDays, lagosMidnight, weekday, lagosDate } from '../../kernel/lagos-time.js';
import type { Page, PageRequest, Timestamped } from '../../kernel/pagination.js';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import { PurchaseSummaries } from '../purchases/index.js';
import { OpenDeposits } from '../deposits/index.js';
import { Registrations } from '../sign-in/index.js';

export const analyticsFailures = failures('analytics', {
  no_record: ['not_found', "We couldn't find any record matching your query"],
  no_data: ['not_found', 'No data matching your query was found'],
  lacking_permission: ['forbidden', "Oops, you don't have the necessary permission for this request"],
});

/** Weeks begin on Monday. */
export type Span = 'day' | 'week' | 'month';

export interface Period {
  readonly span: Span;
  /** The first day, `YYYY-MM-DD`. */
  readonly start: string;
}

export function periodOf(span: Span, day: string): Period {
  if (span === 'day') return { span, start: day };
  if (span === 'month') return { span, start: `${day.slice(0, 7)}-01` };
  return { span, start: addDays(day, -weekday(day)) };
}

export function periodsOf(day: string): Period[] {
  return [periodOf('day', day), periodOf('week', day), periodOf('month', day)];
}

export function previous({ span, start }: Period): Period {
  return periodOf(span, addDays(start, -1));
}

/** This period and those before it, newest first. */
export function latest(period: Period, count: number): Period[] {
  const periods = [period];
  while (periods.length < count) periods.push(previous(periods.at(-1)!));
  return periods;
}

export function lastDay({ span, start }: Period): string {
  if (span === 'day') return start;
  if (span === 'week') return addDays(start, 6);
  return addDays(nextMonth(start), -1);
}

/** Unix ms of the midnight with which a period begins. */
export function startMs({ start }: Period): number {
  return lagosMidnight(start);
}

/** Unix ms of the midnight with which the next period begins. */
export function endMs(period: Period): number {
  return lagosMidnight(addDays(lastDay(period), 1));
}

/** @param first the first day of a month; 31 days later is always in the next month */
function nextMonth(first: string): string {
  return periodOf('month', addDays(first, 31)).start;
}

export const FIGURES = [
  'newUsers',
  'newVisitors',
  'activeUsers',
  'newProducts',
  'purchases',
  'completed',
  'volumeKobo',
  'revenueKobo',
  'mobiles',
  'computers',
] as const;

export type Figures = Readonly<Record<(typeof FIGURES)[number], number>>;

export const ZERO_FIGURES: Figures = Object.freeze(
  Object.fromEntries(FIGURES.map((name) => [name, 0])) as Record<(typeof FIGURES)[number], number>,
);

export function sum(one: Figures, other: Partial<Figures>): Figures {
  return Object.fromEntries(FIGURES.map((name) => [name, one[name] + (other[name] ?? 0)])) as Figures;
}

export function difference(one: Figures, other: Figures): Figures {
  return Object.fromEntries(FIGURES.map((name) => [name, one[name] - other[name]])) as Figures;
}

export function isEqual(one: Figures, other: Figures): boolean {
  return FIGURES.every((name) => one[name] === other[name]);
}

/** In place of a country code, for the figures of all countries. */
export const ALL_COUNTRIES = 'ALL';

export interface PeriodFigures extends Period {
  readonly country: string;
  readonly figures: Figures;
}

const ORDER: Readonly<Record<Span, number>> = { day: 0, week: 1, month: 2 };

/** Accumulates additions to the statistics. Countries are ISO codes. */
export class PeriodCounter {
  private readonly sums = new Map<string, PeriodFigures>();

  /** Adds to a country and to all countries, for the day, its week and its month. */
  addToDay(day: string, country: string, figures: Partial<Figures>): void {
    for (const period of periodsOf(day)) this.add(period, country, figures);
  }

  add(period: Period, country: string, figures: Partial<Figures>): void {
    this.addOne(period, ALL_COUNTRIES, figures);
    if (country !== ALL_COUNTRIES) this.addOne(period, country, figures);
  }

  /** The sums in lock order: days before weeks before months, older ones first, and all countries before single ones, so that its row guards theirs. */
  entries(): PeriodFigures[] {
    return [...this.sums.values()].filter(({ figures }) => !isEqual(figures, ZERO_FIGURES)).toSorted(lockOrder);
  }

  private addOne({ span, start }: Period, country: string, figures: Partial<Figures>): void {
    const key = `${span} ${start} ${country}`;
    this.sums.set(key, { span, start, country, figures: sum(this.sums.get(key)?.figures ?? ZERO_FIGURES, figures) });
  }
}

export function lockOrder(one: PeriodFigures, other: PeriodFigures): number {
  return (
    ORDER[one.span] - ORDER[other.span] ||
    compareKeys(one.start, other.start) ||
    compareKeys(rank(one.country), rank(other.country)) ||
    compareKeys(one.country, other.country)
  );
}

function rank(country: string): string {
  return country === ALL_COUNTRIES ? '0' : '1';
}

function compareKeys(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

export interface CountedUser {
  readonly userId: string;
  readonly day: string;
  readonly country: string;
}

/** A purchase's contribution to the statistics of the day on which it was made. */
export interface CountedPurchase {
  readonly purchaseId: string;
  readonly day: string;
  readonly country: string;
  readonly figures: Pick<Figures, 'purchases' | 'completed' | 'volumeKobo' | 'revenueKobo'>;
}

/** Sums over the records behind the statistics, for a rebuild; by ISO country code. */
export abstract class StatisticSources {
  /** Every day with a record or a statistic, oldest first. */
  abstract days(): Promise<string[]>;
  /** The figures of a day, from its records; without new products. */
  abstract sumOfDay(day: string): Promise<Map<string, Figures>>;
  /** The figures of a week or month: the sums of its days, with active users counted again. Also for all countries. */
  abstract sumOfPeriod(period: Period): Promise<Map<string, Figures>>;
}

export type RecordedFigures = PeriodFigures & Timestamped;

/**
 * Figures of every day, week and month, in all and by country, and the records of other contexts that they already contain. Both
 * change in one unit of work: each record counts once however often its event comes, and can be corrected.
 */
export abstract class Statistics {
  /** Locks these periods until the end of the unit of work. Lock the day before reading its counts. */
  abstract lock(periods: readonly Period[]): Promise<void>;
  abstract add(tally: PeriodCounter): Promise<void>;
  /** The figures of these periods, all of one span, for all countries; periods without figures are left out. */
  abstract find(periods: readonly Period[]): Promise<PeriodFigures[]>;
  abstract ofCountries(period: Period): Promise<PeriodFigures[]>;
  /** For all countries, newest first; `createdAt` is the beginning of the period. */
  abstract list(span: Span, page: PageRequest): Promise<Page<RecordedFigures>>;
  /** Figures by country, newest first; `createdAt` is the beginning of the period. */
  abstract listOfCountries(span: Span, page: PageRequest): Promise<Page<RecordedFigures>>;
  /** Sets the figures of a period, by country and in all, in a unit of work that has locked it. Returns whether any changed. */
  abstract replace(period: Period, figures: ReadonlyMap<string, Figures>): Promise<boolean>;
  abstract users(userIds: readonly string[]): Promise<ReadonlyMap<string, CountedUser>>;
  abstract addUsers(users: readonly CountedUser[]): Promise<void>;
  abstract purchases(purchaseIds: readonly string[]): Promise<ReadonlyMap<string, CountedPurchase>>;
  abstract savePurchases(purchases: readonly CountedPurchase[]): Promise<void>;
  abstract activeUsers(period: Period, userIds: readonly string[]): Promise<ReadonlySet<string>>;
  abstract addActiveUsers(period: Period, userIds: readonly string[]): Promise<void>;
}

const MONTHS = 12;
const WEEKS = 4;

export interface Compared {
  readonly current: Figures;
  readonly previous: Figures;
}

export type ComparedWeek = PeriodFigures & Pick<Compared, 'previous'>;

/** The statistics as shown to staff; reads counters only. */
@Injectable()
export class ReadStatistics {
  constructor(
    private readonly statistics: Statistics,
    private readonly openDeposits: OpenDeposits,
    private readonly summaries: PurchaseSummaries,
    private readonly registrations: Registrations,
    private readonly clock: Clock,
  ) {}

  /** The last twelve months, newest first, including the current one. */
  async months(): Promise<PeriodFigures[]> {
    return newestFirst(await this.statistics.find(latest(this.present('month'), MONTHS)));
  }

  /** The current month so far, and the whole of the last one. */
  async thisMonth(): Promise<Compared> {
    const month = this.present('month');
    return compare(await this.statistics.find([month, previous(month)]), month);
  }

  /** Countries with purchases this month, the highest volume first. */
  async tradeByCountry(): Promise<PeriodFigures[]> {
    const countries = await this.statistics.ofCountries(this.present('month'));
    return countries
      .filter(({ figures }) => figures.purchases > 0)
      .toSorted((one, other) => other.figures.volumeKobo - one.figures.volumeKobo);
  }

  /** The latest four weeks, newest first, each with the week before it. */
  async weeks(): Promise<ComparedWeek[]> {
    const weeks = latest(this.present('week'), WEEKS + 1);
    const found = newestFirst(await this.statistics.find(weeks));
    return found
      .filter(({ start }) => start > weeks[WEEKS]!.start)
      .map((week) => ({ ...week, previous: compare(found, week).previous }));
  }

  listDays(page: PageRequest): Promise<Page<RecordedFigures>> {
    return this.statistics.list('day', page);
  }

  listWeeksOfCountries(page: PageRequest): Promise<Page<RecordedFigures>> {
    return this.statistics.listOfCountries('week', page);
  }

  async openOrders(): Promise<{ deposits: number; purchases: number }> {
    const testAccounts = await this.registrations.testAccounts();
    // Test accounts cannot purchase.
    const [deposits, purchases] = await Promise.all([this.openDeposits.count(testAccounts), this.summaries.countOpen()]);
    return { deposits, purchases };
  }

  private present(span: Span): Period {
    return periodOf(span, lagosDate(this.clock.now()));
  }
}

function newestFirst(found: readonly PeriodFigures[]): PeriodFigures[] {
  return found.toSorted((one, other) => (one.start < other.start ? 1 : -1));
}

function compare(found: readonly PeriodFigures[], period: Period): Compared {
  const figuresOf = ({ start }: Period) => found.find((each) => each.start === start)?.figures ?? ZERO_FIGURES;
  return { current: figuresOf(period), previous: figuresOf(previous(period)) };
}
