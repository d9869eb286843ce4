import type { Period } from '../../domain/calendar.js';
import type { Figures } from '../../domain/figures.js';

/** Sums over the records behind the statistics, for a rebuild; by ISO country code. */
export abstract class StatisticSources {
  /** Every day with a record or a statistic, oldest first. */
  abstract days(): Promise<string[]>;
  /** The figures of a day, from its records; without new products. */
  abstract sumOfDay(day: string): Promise<Map<string, Figures>>;
  /** The figures of a week or month: the sums of its days, with active users counted again. Also for all countries. */
  abstract sumOfPeriod(period: Period): Promise<Map<string, Figures>>;
}
