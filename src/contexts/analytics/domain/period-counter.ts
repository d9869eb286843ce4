import { type Period, periodsOf, type Span } from './calendar.js';
import { type Figures, isEqual, ZERO_FIGURES, sum } from './figures.js';

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
    compare(one.start, other.start) ||
    compare(rank(one.country), rank(other.country)) ||
    compare(one.country, other.country)
  );
}

function rank(country: string): string {
  return country === ALL_COUNTRIES ? '0' : '1';
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
