import type { Period } from '../../domain/calendar.js';
import type { Figures } from '../../domain/figures.js';

/** Sums up the single records from which statistics are made, for a rebuild. Figures by ISO country code. */
export abstract class StatisticSources {
  /** Every day of which there is a record or a statistic, oldest first. */
  abstract days(): Promise<string[]>;
  /** The figures of a day, from its records; without new products. */
  abstract sumOfDay(day: string): Promise<Map<string, Figures>>;
  /** The figures of a week or month: its days' sums, with the users who were active in it counted anew. Also for all countries. */
  abstract sumOfPeriod(period: Period): Promise<Map<string, Figures>>;
}
