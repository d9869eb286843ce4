import type { Page, PageRequest, Timestamped } from '../../../kernel/pagination.js';
import type { Period, Span } from '../domain/calendar.js';
import type { Figures } from '../domain/figures.js';
import type { PeriodCounter, PeriodFigures } from '../domain/period-counter.js';
import type { AdView, Visit } from '../domain/visit.js';

export abstract class AdViews {
  abstract add(view: AdView): Promise<void>;
  abstract list(page: PageRequest): Promise<Page<AdView>>;
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

/**
 * What the statistics already contain of other contexts' records, so that each counts once however often its event comes, and
 * changes can be corrected. In the caller's unit of work.
 */
export abstract class CountedRecords {
  abstract users(userIds: readonly string[]): Promise<ReadonlyMap<string, CountedUser>>;
  abstract addUsers(users: readonly CountedUser[]): Promise<void>;
  abstract purchases(purchaseIds: readonly string[]): Promise<ReadonlyMap<string, CountedPurchase>>;
  abstract savePurchases(purchases: readonly CountedPurchase[]): Promise<void>;
  abstract activeUsers(period: Period, userIds: readonly string[]): Promise<ReadonlySet<string>>;
  abstract addActiveUsers(period: Period, userIds: readonly string[]): Promise<void>;
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
 * Figures of every day, week and month, in all and by country. They are updated with the records they count, so that reading
 * them is a look-up by primary key.
 */
export abstract class Statistics {
  /** Locks these periods until the end of the unit of work. Lock the day before reading what was counted for it. */
  abstract lock(periods: readonly Period[]): Promise<void>;
  abstract add(tally: PeriodCounter): Promise<void>;
  /** The figures of these periods, all of one span, for all countries; periods without figures are left out. */
  abstract find(periods: readonly Period[]): Promise<PeriodFigures[]>;
  abstract ofCountries(period: Period): Promise<PeriodFigures[]>;
  /** For all countries, newest first; `createdAt` is the beginning of the period. */
  abstract list(span: Span, page: PageRequest): Promise<Page<RecordedFigures>>;
  /** By country, newest first; `createdAt` is the beginning of the period. */
  abstract listOfCountries(span: Span, page: PageRequest): Promise<Page<RecordedFigures>>;
  /** Sets the figures of a period, by country and in all, in a unit of work that has locked it. Returns whether any changed. */
  abstract replace(period: Period, figures: ReadonlyMap<string, Figures>): Promise<boolean>;
}

export abstract class Visits {
  abstract exists(ip: string, day: string): Promise<boolean>;
  /** Writes and counts an entry in a transaction of its own; does nothing where the address has one for the day. */
  abstract add(visit: Visit): Promise<void>;
  abstract list(page: PageRequest): Promise<Page<Visit>>;
}
