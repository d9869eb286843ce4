import type { Page, PageRequest, Timestamped } from '../../../../kernel/pagination.js';
import type { Period, Span } from '../../domain/calendar.js';
import type { Figures } from '../../domain/figures.js';
import type { PeriodFigures, PeriodCounter } from '../../domain/period-counter.js';

export type RecordedFigures = PeriodFigures & Timestamped;

/**
 * The figures of every day, week and month, together and by country. They are added to with the facts they count, so
 * that reading them costs a look-up by primary key.
 */
export abstract class Statistics {
  /**
   * Holds these periods until the end of the unit of work: nobody else adds to them meanwhile. Whoever decides by what
   * was counted before holds the day first.
   */
  abstract lock(periods: readonly Period[]): Promise<void>;
  /** Adds, in the caller's unit of work where there is one. */
  abstract add(tally: PeriodCounter): Promise<void>;
  /** The figures of these periods, all of one span, for all countries; those of which nothing is known are left out. */
  abstract find(periods: readonly Period[]): Promise<PeriodFigures[]>;
  /** The figures of a period by country. */
  abstract ofCountries(period: Period): Promise<PeriodFigures[]>;
  /** Figures of all countries together, newest first; `recorded` is the beginning of the period. */
  abstract list(span: Span, page: PageRequest): Promise<Page<RecordedFigures>>;
  /** Figures by country, newest first; `recorded` is the beginning of the period. */
  abstract listOfCountries(span: Span, page: PageRequest): Promise<Page<RecordedFigures>>;
  /** Sets the figures of a period, by country and for all, in a unit of work that has it locked. Returns whether any was different. */
  abstract replace(period: Period, figures: ReadonlyMap<string, Figures>): Promise<boolean>;
}
