import { type Clock, MovableClock } from '../../kernel/clock.js';
import type { Database } from '../../platform/database/database.js';

/** Whether a clock shows the time of the database, which a movable one does until it is moved. */
export function isDatabaseTime(clock: Clock, database: Database): boolean {
  return clock instanceof MovableClock ? clock.aheadMs === 0 : clock === database.clock;
}
