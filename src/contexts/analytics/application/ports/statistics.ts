import type { Page, PageRequest, Timestamped } from '../../../../kernel/pagination.js';
import type { Period, Span } from '../../domain/calendar.js';
import type { Figures } from '../../domain/figures.js';
import type { PeriodFigures, PeriodCounter } from '../../domain/period-counter.js';

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
