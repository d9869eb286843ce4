import type { Period } from '../../domain/calendar.js';

/** Who sent a signed request in a day, a week, a month. All in the caller's unit of work. */
export abstract class ActiveUsers {
  /** Those of these users who are there already. */
  abstract known(period: Period, userIds: readonly string[]): Promise<ReadonlySet<string>>;
  abstract add(period: Period, userIds: readonly string[]): Promise<void>;
}
