import type { Period } from '../../domain/calendar.js';

/** Users with a signed request in each day, week and month. In the caller's unit of work. */
export abstract class ActiveUsers {
  /** Those of these users who are recorded already. */
  abstract known(period: Period, userIds: readonly string[]): Promise<ReadonlySet<string>>;
  abstract add(period: Period, userIds: readonly string[]): Promise<void>;
}
