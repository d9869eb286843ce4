import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../kernel/unit-of-work.js';
import { UNKNOWN_COUNTRY } from '../../location/index.js';
import { periodsOf } from '../domain/calendar.js';
import { PeriodCounter } from '../domain/period-counter.js';
import { CountUsers } from './count-users.js';
import { CountedRecords, Statistics } from './ports.js';

export interface Activity {
  readonly userId: string;
  readonly day: string;
}

/** Counts each active user once for a day, a week and a month; test accounts are never counted as users. */
@Injectable()
export class MarkActive {
  constructor(
    private readonly countUsers: CountUsers,
    private readonly counted: CountedRecords,
    private readonly statistics: Statistics,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  async execute(activities: readonly Activity[]): Promise<void> {
    const userIds = [...new Set(activities.map(({ userId }) => userId))];
    const days = [...new Set(activities.map(({ day }) => day))];
    await this.countUsers.execute(userIds);
    await this.unitOfWork.run(async () => {
      await this.statistics.lock(days.flatMap(periodsOf));
      const users = await this.counted.users(userIds);
      const tally = new PeriodCounter();
      for (const day of days) {
        const ofDay = activities.filter((activity) => activity.day === day && users.has(activity.userId));
        const present = new Set(ofDay.map(({ userId }) => userId));
        for (const period of periodsOf(day)) {
          const known = await this.counted.activeUsers(period, [...present]);
          const fresh = [...present].filter((userId) => !known.has(userId));
          for (const userId of fresh) tally.add(period, users.get(userId)?.country ?? UNKNOWN_COUNTRY, { activeUsers: 1 });
          await this.counted.addActiveUsers(period, fresh);
        }
      }
      await this.statistics.add(tally);
    });
  }
}
